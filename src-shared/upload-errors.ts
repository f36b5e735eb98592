import { uploadMessages } from './upload.ts'

/** The maximum number of uploads of a customer that belong to no submission or message. */
export const MAX_WAITING_FILES = 120

/** Maximum pixels of a picture, in millions: phones of "50 megapixels" take 8192 x 6144, others 64 million. */
export const MAX_MEGAPIXELS = 65

export const MAX_PDF_PAGES = 50

/** Errors for files that only the server can reject: the specified 'Failed to process ...', and what to do. */
export const rejectedFileMessages = {
  unreadable: (name: string) =>
    `${uploadMessages.failed(name)}: we couldn't read it as a picture. Please take the photo again.`,
  noPicture: (name: string) => `${name} is not a supported picture. Please send a JPG, PNG or GIF picture.`,
  tooManyPixels: (name: string) =>
    `${uploadMessages.failed(name)}: it has too many pixels. Please send a photo of at most ${MAX_MEGAPIXELS} megapixels.`,
  tooManyPages: (name: string) =>
    `${uploadMessages.failed(name)}: it has more than ${MAX_PDF_PAGES} pages. Please send the pages that show the card, or photos.`,
  encryptedPdf: (name: string) =>
    `${uploadMessages.failed(name)}: this PDF is protected. Save it without a password and upload it again.`,
  unreadablePdf: (name: string) =>
    `${uploadMessages.failed(name)}: we couldn't read it as a PDF. Please send a photo instead.`,
  notShown: "We can't show this file as a picture. You can download the original.",
  pageNotShown: (page: number) => `We can't show page ${page} as a picture. You can download the original.`,
  noPage: (page: number, count: number) =>
    `There is no page ${page}: the file has ${count === 1 ? 'one page' : `${count} pages`}.`,
  infected: (name: string) => `${uploadMessages.failed(name)}: our virus scanner rejected it.`,
  tooManyWaiting:
    'You have uploaded too many files without submitting an order. Please submit or remove some, or try again tomorrow.',
} as const
