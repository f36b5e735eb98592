import { useRef, useState } from 'react'
import type { CodeDetails } from './detail-fields.tsx'
import { type Uploads, useUploads } from './use-uploads.ts'

/** Photos and code for an order that was sent before. `attempt` has the idempotency key of the request sent last. */
export type PhotoDraft = {
  uploads: Uploads
  code: CodeDetails
  editCode: (change: Partial<CodeDetails>) => void
  attempt: { current: { request: string; key: string } | undefined }
  clear: () => void
}

const noCode: CodeDetails = { securityCode: '', hasNoCode: false }

/** Keeps the draft, in memory only, while the form is not on the page, such as after a lost session. */
export function usePhotoDraft({ isSignedOut }: { isSignedOut: boolean }): PhotoDraft {
  const uploads = useUploads({ isSignedOut })
  const [code, setCode] = useState(noCode)
  const attempt: PhotoDraft['attempt'] = useRef(undefined)
  return {
    uploads,
    code,
    editCode: (change) => setCode((before) => ({ ...before, ...change })),
    attempt,
    clear() {
      uploads.queue?.clear()
      setCode(noCode)
    },
  }
}
