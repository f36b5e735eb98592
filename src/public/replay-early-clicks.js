// Replays the last click on a button before hydration, and prevents form submits until then.
// The application may already be hydrated: then there is nothing to replay.
if (performance.getEntriesByName('hydrated').length === 0) {
  let pressed
  const keep = (event) => {
    const button = event.target.closest('button')
    if (!button) return
    pressed = button
    event.preventDefault()
  }
  addEventListener('click', keep, true)
  document.addEventListener('app-hydrated', () => {
    removeEventListener('click', keep, true)
    if (!pressed?.isConnected) return
    // Tabs and menus react to the press, other buttons to the click.
    const press = { bubbles: true, cancelable: true }
    pressed.dispatchEvent(new PointerEvent('pointerdown', { ...press, pointerType: 'mouse' }))
    pressed.dispatchEvent(new MouseEvent('mousedown', press))
    pressed.click()
  })
}
