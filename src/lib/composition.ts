type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/**
 * Whether a key belongs to an input method, also the one that ends its composition: Safari sends that key after the
 * end, with the code that UI Events gives to keys that an input method has handled.
 */
export function isComposing(event: Key): boolean {
  return event.isComposing || event.keyCode === 229
}
