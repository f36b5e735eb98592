import { type ReactNode, useState } from 'react'
import { newRequestKey } from '#client/lib/request-key.ts'
import { type ButtonProps, SmallButton } from './button.tsx'

type OpenButtonProps = Omit<ButtonProps, 'onClick'> & {
  /** `requestKey` is another one each time that the dialog is opened. */
  dialog: (onClose: () => void, requestKey: string) => ReactNode
}

/** A button that opens a dialog, by default a small secondary one. */
export function OpenButton({ dialog, ...button }: OpenButtonProps) {
  const [requestKey, setRequestKey] = useState<string>()
  return (
    <>
      <SmallButton {...button} onClick={() => setRequestKey(newRequestKey())} />
      {requestKey !== undefined && dialog(() => setRequestKey(undefined), requestKey)}
    </>
  )
}
