/**
 * Makes the siblings from `first` up to `end`, which stays, into the wanted ones, node for node.
 * Nodes that are the same before and after stay where they are, and so do the reader's selection and
 * focus in them: a paragraph that gains a marker is cut at the marker and not written anew.
 */
export function replaceSiblings(
  parent: Node,
  first: ChildNode | null,
  end: ChildNode | null,
  wanted: DocumentFragment | Element,
): void {
  let old = first;
  for (let next: ChildNode | null; (next = wanted.firstChild); ) {
    if (old !== end && old !== null && becomes(old, next)) {
      next.remove();
      old = old.nextSibling;
    } else {
      // Mostly a marker, and what stands here comes after it.
      parent.insertBefore(next, old);
    }
  }
  while (old !== end && old !== null) {
    const after: ChildNode | null = old.nextSibling;
    old.remove();
    old = after;
  }
}

/** Makes a node into the wanted one where that keeps some of it; whether it did. */
function becomes(old: ChildNode, wanted: ChildNode): boolean {
  if (old.isEqualNode(wanted)) return true;
  if (isText(old) && isText(wanted)) {
    const [shown, text] = [old.data, wanted.data];
    if (text.startsWith(shown)) old.appendData(text.slice(shown.length));
    else if (shown.startsWith(text)) split(old, text.length);
    else return false;
    return true;
  }
  if (!isElement(old) || !isElement(wanted)) return false;
  if (!old.cloneNode(false).isEqualNode(wanted.cloneNode(false))) return false;
  replaceSiblings(old, old.firstChild, null, wanted);
  return true;
}

/** Cuts a text in two. The reader's selection goes on where it was, which WebKit does not see to. */
function split(text: Text, at: number): void {
  const rest = text.splitText(at);
  const selection = text.ownerDocument.getSelection();
  if (!selection?.focusNode) return;
  const place = (node: Node | null, offset: number): [Node, number] =>
    node === text && offset > at ? [rest, offset - at] : [node as Node, offset];
  const [anchor, focus] = [place(selection.anchorNode, selection.anchorOffset), place(selection.focusNode, selection.focusOffset)];
  if (anchor[0] !== selection.anchorNode || focus[0] !== selection.focusNode) selection.setBaseAndExtent(...anchor, ...focus);
}

// By their type: a page in a frame has classes of its own.

function isText(node: Node): node is Text {
  return node.nodeType === 3;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
