import { useEffect, useState } from 'react'

/** The URL of bytes in memory, valid while the component shows them; undefined before the first effect. */
export function useObjectUrl(bytes: Blob | undefined) {
  const [url, setUrl] = useState<{ bytes: Blob; src: string }>()
  useEffect(() => {
    if (!bytes) return
    const src = URL.createObjectURL(bytes)
    setUrl({ bytes, src })
    return () => URL.revokeObjectURL(src)
  }, [bytes])
  return url && url.bytes === bytes ? url.src : undefined
}
