type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/** Whether a key belongs to an input method. Safari sends the ending key after the composition, with code 229. */
export function isComposing(event: Key): boolean {
  return event.isComposing || event.keyCode === 229
}
