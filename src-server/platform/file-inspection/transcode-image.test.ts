import { expect, test } from 'vitest'
import { decodePicture } from './transcode-image.ts'

test.each(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'II*\0', 'RIFF    WEBPVP8 ', '%PDF-1.7'])(
  'the decoder does not support %s',
  async (text) => expect(await decodePicture(Buffer.from(text), 100)).toBeUndefined(),
)
