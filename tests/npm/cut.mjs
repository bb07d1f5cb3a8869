// One response as the frames of a stream: its text in pieces, as models send it, all else behind.

/** What stands beside the candidates in every frame. */
const EVERYWHERE = ["responseId", "response_id", "modelVersion", "model_version"];

/** The pieces of a text, of so many characters each as `size` says. */
export function pieces(text, size) {
  const characters = [...text];
  const list = [];
  for (let at = 0; at < characters.length; ) {
    const end = at + size();
    list.push(characters.slice(at, end).join(""));
    at = end;
  }
  return list;
}

/** Frames of a response, or of one that is frames already; what has no candidates stays whole. */
export function cut(response, size = () => 1) {
  return [response].flat().flatMap((frame) => {
    if (!Array.isArray(frame?.candidates)) return [frame];
    const beside = Object.fromEntries(EVERYWHERE.filter((name) => name in frame).map((name) => [name, frame[name]]));
    const frames = [];
    const candidates = frame.candidates.map((candidate) => {
      const parts = candidate?.content?.parts;
      if (!Array.isArray(parts)) return candidate;
      const { index, content } = candidate;
      for (const part of parts) {
        const cutOnes = typeof part?.text === "string" && part.text !== "" ? pieces(part.text, size).map((text) => ({ ...part, text })) : [part];
        for (const one of cutOnes) frames.push({ ...beside, candidates: [{ index, content: { ...content, parts: [one] } }] });
      }
      return { ...candidate, content: { ...content, parts: [] } };
    });
    return [...frames, { ...frame, candidates }];
  });
}

/** Frames without what cites and lists: what a stream can show before it ends. */
export function ungrounded(frames) {
  return frames.map((frame) => {
    if (!Array.isArray(frame?.candidates)) return frame;
    const bare = (candidate) => {
      if (typeof candidate !== "object" || candidate === null) return candidate;
      const { groundingMetadata, grounding_metadata, ...rest } = candidate;
      return rest;
    };
    return { ...frame, candidates: frame.candidates.map(bare) };
  });
}
