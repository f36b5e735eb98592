import { useEffect, useState } from 'react'
import styles from './files.module.css'

/** A thumbnail of a chosen file; a PDF shows its type instead. */
export function Thumbnail({ file, large = false }: { file: File; large?: boolean }) {
  const [url, setUrl] = useState<string>()
  const isImage = file.type !== 'application/pdf'

  // An object URL keeps the file in memory until it is revoked.
  useEffect(() => {
    if (!isImage) return
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file, isImage])

  return (
    <span className={styles.thumbnail} data-large={large ? '' : undefined}>
      {isImage ? url && <img src={url} alt="" onError={() => setUrl(undefined)} /> : 'PDF'}
    </span>
  )
}
