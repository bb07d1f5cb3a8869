// What `react.test.mjs` calls in its page.
import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { AnswerStream, render, suggestionsFrame } from "groundmark";
import { GroundedAnswer } from "groundmark/react";
import { Enhance, useGroundedStream } from "groundmark/react/client";

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const onRecoverableError = (error) => console.error(String(error));

/** Tells when what it stands in is hydrated; it has no node of its own. */
function Hydrated({ tell }) {
  useEffect(tell);
  return null;
}

/** Hydrates a server's HTML: whether every node stayed, and whether that is what `innerHTML` makes. */
window.hydrated = async (html, answer) => {
  const container = document.createElement("div");
  container.innerHTML = html;
  document.body.append(container);
  const before = [...container.querySelectorAll("*")];
  const { promise, resolve } = Promise.withResolvers();
  const root = hydrateRoot(container, <StrictMode><GroundedAnswer answer={answer} /><Hydrated tell={resolve} /></StrictMode>, { onRecoverableError });
  await promise;
  await frame();
  const after = [...container.querySelectorAll("*")];
  const same = container.firstChild.innerHTML === parsed(answer.html + suggestionsFrame(answer));
  root.unmount();
  container.remove();
  return { kept: before.length > 0 && before.length === after.length && before.every((node, at) => node === after[at]), same };
};

/** Hydrates what stands in the page, with what is made of the response here. */
window.hydratedHere = async (response) => {
  const root = document.querySelector("#root");
  const { promise, resolve } = Promise.withResolvers();
  hydrateRoot(root, <><GroundedAnswer answer={render(response)} /><Hydrated tell={resolve} /></>, { onRecoverableError });
  await promise;
  await frame();
  const after = [...root.querySelectorAll("*")];
  return window.before.length === after.length && after.every((node, at) => node === window.before[at]);
};

window.parsed = (html) => Object.assign(document.createElement("div"), { innerHTML: html }).innerHTML;

/** What a stream shows, without the elements that hold it and the height that fits it. */
window.shownIn = (name) => {
  const copy = document.querySelector(`#${name} .gm-answer`).cloneNode(true);
  const open = (element) => element.replaceWith(...element.childNodes);
  open(copy.firstChild);
  for (const holder of [...copy.children].slice(0, 3)) open(holder);
  for (const frame of copy.querySelectorAll("iframe")) frame.height = 64;
  return copy.innerHTML;
};

window.seen = {};

function Shown({ name, url, streamKey }) {
  const stream = useGroundedStream((signal) => fetch(url, { signal }), { AnswerStream, key: streamKey, suggestionsTitle: `Suggestions ${name}` });
  window.seen[name] = { ...stream, renders: (window.seen[name]?.renders ?? 0) + 1 };
  return <Enhance><section id={name}><div className="gm-answer" ref={stream.ref} /></section></Enhance>;
}

let shown;
/** Shows a stream for each name, in place of those that were shown. */
window.show = (streams) => {
  shown ??= createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() => shown.render(<StrictMode>{Object.entries(streams).map(([name, stream]) => <Shown key={name} name={name} {...stream} />)}</StrictMode>));
};
