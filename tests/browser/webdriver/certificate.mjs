// A certificate for every host elsewhere, made anew for each run: the browsers are told to take any.
// Node signs but writes no certificates, so the few fields of one are put together here (X.509, DER).
import { generateKeyPairSync, sign } from "node:crypto";

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BITS = 0x03;
const OBJECT = 0x06;
const TEXT = 0x0c;
const TIME = 0x17;

function der(tag, ...contents) {
  const content = Buffer.concat(contents.map((one) => Buffer.from(one)));
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const ECDSA_SHA256 = der(SEQUENCE, der(OBJECT, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const COMMON_NAME = der(OBJECT, [0x55, 0x04, 0x03]);

/** `{key, cert}` as `tls.createSecureContext` takes them. */
export function certificate(name) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const named = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(TEXT, name))));
  const body = der(
    SEQUENCE,
    der(INTEGER, [1]),
    ECDSA_SHA256,
    named,
    der(SEQUENCE, der(TIME, "200101000000Z"), der(TIME, "491231235959Z")),
    named,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const whole = der(SEQUENCE, body, ECDSA_SHA256, der(BITS, [0], sign("sha256", body, privateKey)));
  const cert = `-----BEGIN CERTIFICATE-----\n${whole.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }), cert };
}
