import { useLayoutEffect, useRef } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { takeTrackedEvents } from '#client/lib/tracking.ts'
import { type TrackingConfig, tagEvents } from '#shared/tracking.ts'

/**
 * The closed frame in which the scripts of others run, and the only thing they are told. Taking it away ends them.
 * See `src-server/http/third-party-tag-frame.ts` for what is inside.
 */
export function TagFrame({ config }: { config: TrackingConfig }) {
  const frame = useRef<HTMLIFrameElement>(null)

  // Messages between documents are outside React. Listening has to start before the frame can have loaded.
  useLayoutEffect(() => {
    const inside = frame.current?.contentWindow
    let stop = () => {}
    const onMessage = ({ source, data }: MessageEvent) => {
      if (!inside || source !== inside || data !== 'ready') return
      stop()
      stop = takeTrackedEvents((measured) => {
        // A sandboxed document has no origin to name; our policy keeps every other document out of the frame.
        for (const event of tagEvents(config, measured)) inside.postMessage(event, '*')
      })
    }
    window.addEventListener('message', onMessage)
    return () => {
      window.removeEventListener('message', onMessage)
      stop()
    }
  }, [config])

  return (
    <iframe
      ref={frame}
      hidden
      title="TrackingConsent"
      src={withBase('/api/tags')}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
    />
  )
}
