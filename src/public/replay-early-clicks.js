// A button pressed before the application runs is pressed again once it does; a form is not sent meanwhile.
// The application may be the faster one: then there is nothing to keep.
if (performance.getEntriesByName('hydrated').length === 0) {
  let pressed
  const keep = (event) => {
    const button = event.target.closest('button')
    if (!button) return
    pressed = button
    event.preventDefault()
  }
  addEventListener('click', keep, true)
  document.addEventListener('ready-for-presses', () => {
    removeEventListener('click', keep, true)
    if (pressed?.isConnected) pressed.click()
  })
}
