import type { Options } from "groundmark";

/** What a link holds. */
export interface Shared {
  text: string;
  options: Options;
}

/** How the hash of such a link begins; ids of an answer begin otherwise. */
const START = "#share=";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The hash that holds a response and its options: deflated JSON in the base64 of addresses. */
export async function hashOf(shared: Shared): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(json, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return START + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a hash holds; `undefined` where it is no shared link, or one that was cut off. */
export async function sharedIn(hash: string): Promise<Shared | undefined> {
  if (!hash.startsWith(START)) return undefined;
  try {
    const binary = atob(hash.slice(START.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
    const json = await through(packed, new DecompressionStream("deflate-raw"));
    const { text, options } = JSON.parse(new TextDecoder().decode(json)) as Partial<Shared>;
    if (typeof text !== "string") return undefined;
    return { text, options: typeof options === "object" && options !== null ? options : {} };
  } catch {
    return undefined;
  }
}

/** Whether an address is a shared link, readable or not. */
export function isShared(hash: string): boolean {
  return hash.startsWith(START);
}
