import { type ComponentProps, useRef, useState } from 'react'
import { acceptedFiles } from '#client/lib/accepted-files.ts'
import { classNames } from './class-names.ts'
import styles from './file-drop.module.css'
import { Icon } from './icon.tsx'

type TakesFiles = { onFiles: (files: File[]) => void }

type FileInputProps = Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'capture'> & TakesFiles & { label: string }

/** A hidden input, by default of photos and PDFs, and the function with which a button opens it. */
export function useFileInput({ label, accept = acceptedFiles, onFiles, ...input }: FileInputProps) {
  const ref = useRef<HTMLInputElement>(null)
  return {
    choose: () => ref.current?.click(),
    input: (
      <input
        {...input}
        ref={ref}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Cleared, because an unchanged value fires no event when the same file is chosen again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    ),
  }
}

/** A button on which files can be dropped. */
export function DropZone({ className, onFiles, ...button }: Omit<ComponentProps<'button'>, 'type'> & TakesFiles) {
  const [isOver, setIsOver] = useState(false)
  return (
    <button
      {...button}
      type="button"
      className={classNames('gap-2', styles.zone, className)}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        // Without this the browser opens the dropped file.
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    />
  )
}

type FileDropProps = Pick<FileInputProps, 'label' | 'accept' | 'onFiles'> & { isBusy?: boolean; children: string }

export function FileDrop({ label, accept, isBusy = false, onFiles, children }: FileDropProps) {
  const take = (files: File[]) => {
    if (files.length > 0 && !isBusy) onFiles(files)
  }
  const { input, choose } = useFileInput({ label, accept, onFiles: take })
  return (
    <>
      <DropZone className={`cluster ${styles.large}`} aria-busy={isBusy || undefined} onFiles={take} onClick={choose}>
        <Icon name="upload" />
        {children}
      </DropZone>
      {input}
    </>
  )
}
