import { useState } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { MakeTokenForm } from './create-token-form.tsx'
import { NewToken } from './new-token.tsx'

/** Makes a token and shows it: this once, so the dialog is left by its button only. */
export function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string>()
  const isMade = token !== undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isMade ? 'Your new token' : 'Make a token'}
      locked={isMade}
    >
      {isMade ? <NewToken token={token} onDone={onClose} /> : <MakeTokenForm onMade={setToken} onCancel={onClose} />}
    </Dialog>
  )
}
