/** Listens, and gives what ends that. */
export function listen(
  target: EventTarget | null | undefined,
  type: string,
  listener: (event: any) => void,
  options?: AddEventListenerOptions,
): () => void {
  target?.addEventListener(type, listener, options);
  return () => target?.removeEventListener(type, listener, options);
}
