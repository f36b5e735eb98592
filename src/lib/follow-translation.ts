/** Translation replaces texts by `<font>` elements, and React would throw: facebook/react#11538. Call it once. */
export function followTranslation() {
  const replacements = new WeakMap<Node, ChildNode>()
  const { removeChild, insertBefore, appendChild } = Node.prototype

  /** What is in `parent` in place of this node. */
  function shownIn<Shown extends Node>(parent: Node, node: Shown) {
    if (node.parentNode !== null) return node
    follow(observer.takeRecords())
    const replacement = replacements.get(node)
    return replacement?.parentNode === parent ? (replacement as Node as Shown) : node
  }
  /** A node that React moves takes its replacement off the page. */
  function forget(node: Node) {
    if (node.parentNode !== null) return
    replacements.get(node)?.remove()
    replacements.delete(node)
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child) {
    removeChild.call(this, shownIn(this, child))
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null) {
    const place = before && shownIn(this, before)
    forget(child)
    return insertBefore.call(this, child, place) as Child
  }
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child) {
    forget(child)
    return appendChild.call(this, child) as Child
  }

  const observer = new MutationObserver(follow)
  function follow(records: readonly MutationRecord[]) {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') putBack(target)
      else for (const node of removedNodes) note(node, [...addedNodes, previousSibling, nextSibling])
    }
  }
  function note(node: Node, candidates: readonly (Node | null)[]) {
    if (node.nodeType !== Node.TEXT_NODE || node.parentNode !== null) return
    const font = candidates.find((each) => each?.nodeName === 'FONT')
    if (!font) return
    replacements.set(node, font as ChildNode)
    observer.observe(node, { characterData: true })
  }
  function putBack(text: Node) {
    const replacement = text.parentNode === null ? replacements.get(text) : undefined
    replacement?.replaceWith(text)
    replacements.delete(text)
  }
  observer.observe(document.body, { childList: true, subtree: true })
}
