/** Whether a key belongs to an input method. Safari sends the ending key after the composition, with code 229. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) {
  return event.isComposing || event.keyCode === 229
}
