// Programs that a test starts and that must not outlive it.
import { spawn } from "node:child_process";

/** What a driver refused, by the code of WebDriver's specification; `prompt` is a dialog's text. */
export class DriverError extends Error {
  constructor(code, message, prompt) {
    super(`${code}: ${message}`);
    this.code = code;
    this.prompt = prompt;
  }
}

const running = new Set();
process.on("exit", () => running.forEach(kill));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/** With all that it started itself, which is in its group. */
function kill(child) {
  running.delete(child);
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It is gone.
  }
}

export function start(name, args, { env = {}, stdio = "ignore" } = {}) {
  const child = spawn(name, args, { env: { ...process.env, ...env }, stdio, detached: true });
  running.add(child);
  const ended = new Promise((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, signal) => resolve(new Error(`${name} ended: ${signal ?? code}`)));
  });
  const stop = async () => {
    kill(child);
    await ended;
  };
  return { child, ended, stop };
}

/** What `attempt` gives as soon as it gives something, while the program runs; a minute at most. */
export async function until({ ended }, attempt) {
  let failure;
  ended.then((why) => (failure = why));
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (failure) throw failure;
    try {
      const got = await attempt();
      if (got) return got;
    } catch {
      // Not yet.
    }
  }
  throw new Error("it did not start within a minute");
}
