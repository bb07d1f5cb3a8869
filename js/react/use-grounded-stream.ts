import { useCallback, useEffect, useRef, useState, type RefCallback } from "react";
import type { MountStreamOptions, StreamSource } from "../dom.js";
import type { Answer } from "../types.js";
import { StreamRun, type Outcome } from "./stream-run.js";

/** What {@link useGroundedStream} needs, the options of `mountStream` and those of `render`. */
export interface GroundedStreamOptions extends Omit<MountStreamOptions, "signal"> {
  /**
   * Which stream this is: the question's id, for instance. Each new value opens a new one in place of
   * the last; `null` and `undefined` open none.
   */
  key: string | number | null | undefined;
}

/**
 * - `idle`: there is no key.
 * - `streaming`: the answer arrives.
 * - `settled`: it stands on the page, whole or stopped by the reader.
 * - `failed`: something went wrong; the text so far stands on the page, with a notice.
 */
export type GroundedStreamPhase = "idle" | "streaming" | "settled" | "failed";

/** A stream in a component. */
export interface GroundedStream {
  /** For the element that shows it: `<div className="gm-answer" ref={ref} />`. */
  ref: RefCallback<Element>;
  phase: GroundedStreamPhase;
  /** The answer from the end on, whatever ended it; `null` before, and where there is none. */
  answer: Answer | null;
  /** What went wrong: what `mountStream` rejects with, or what `open` threw; `null` otherwise. */
  error: unknown;
  /** Ends it: the text so far stays, with the notice that it was cut off. */
  stop: () => void;
}

/** A key and what became of its stream. Each has a number, for a key may come back. */
interface Turn {
  number: number;
  key: string | number | null;
  outcome: Outcome | null;
}

/**
 * Shows an answer while it arrives. React renders when the stream begins and when it ends; between,
 * the element is written to directly, at most once in an animation frame.
 *
 * ```jsx
 * const { ref, phase, error, stop } = useGroundedStream(
 *   (signal) => fetch("/api/chat", { method: "POST", body: question, signal }),
 *   { AnswerStream, key: questionId },
 * );
 * return <div className="gm-answer" ref={ref} />;
 * ```
 *
 * A component that is unmounted ends its stream. What else the options say counts from the next key on.
 *
 * @param open Called once for each key, in Strict Mode too. Gives a `Response`, its body, pieces of
 * text or bytes, the frames of an SDK, or a promise of one. The signal says that nobody needs it any
 * more: another key, `stop()`, the component unmounted.
 */
export function useGroundedStream(
  open: (signal: AbortSignal) => StreamSource,
  { key: given, ...options }: GroundedStreamOptions,
): GroundedStream {
  const key = given ?? null;
  const [last, setTurn] = useState<Turn>({ number: 0, key, outcome: null });
  let turn = last;
  if (!Object.is(last.key, key)) {
    // Not in an effect: nobody may see the last answer under the new key.
    turn = { number: last.number + 1, key, outcome: null };
    setTurn(turn);
  }

  const latest = useRef({ open, options });
  useEffect(() => {
    latest.current = { open, options };
  });

  const element = useRef<Element | null>(null);
  const running = useRef<{ number: number; run: StreamRun } | null>(null);
  useEffect(() => {
    let run = running.current?.run;
    if (run && running.current?.number === turn.number && !run.isDismissed) {
      run.hold();
    } else {
      run?.dismiss();
      running.current = null;
      if (turn.key === null) return;
      const { open, options } = latest.current;
      const { number } = turn;
      run = new StreamRun(open, options, (outcome) => {
        setTurn((now) => (now.number === number ? { ...now, outcome } : now));
      });
      running.current = { number, run };
      if (element.current) run.showIn(element.current);
    }
    return () => run.release();
  }, [turn.number]);

  const ref = useCallback((shown: Element | null) => {
    element.current = shown;
    if (shown) running.current?.run.showIn(shown);
  }, []);
  const stop = useCallback(() => running.current?.run.stop(), []);
  const { phase, answer, error } = turn.outcome ?? {
    phase: turn.key === null ? ("idle" as const) : ("streaming" as const),
    answer: null,
    error: null,
  };
  return { ref, phase, answer, error, stop };
}
