import { Component, type ComponentType, type ReactNode, Suspense, use, useEffect } from 'react'
import { isPageOutdated } from './load-chunk.ts'

const RETRY_MS = 60_000

/** What a part that could not be shown is given. `retry` never rejects; `isOutdated` when only a reload can help. */
export type FailedPartProps = { retry: () => Promise<void>; isOutdated: boolean }

/**
 * A component whose code comes when it is first shown. When the code does not arrive, or breaks while it is drawn,
 * `Failed` stands in its place, with the same props, and the page around it stays. Without `Failed` nothing stands
 * there, and the part is asked for again from time to time.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<NoInfer<Props> & FailedPartProps> = RetryLater,
  pending?: ReactNode,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  const reload = () => {
    loading = load()
    return loading
  }
  const Loaded = (props: Props) => {
    const Part = use(loading ?? reload())
    return <Part {...props} />
  }
  return (props) => (
    <PartBoundary
      reload={reload}
      // Whoever shows the part next asks for it again.
      onFailed={() => {
        loading = undefined
      }}
      failed={(retry) => <Failed {...props} retry={retry} isOutdated={isPageOutdated()} />}
    >
      <Suspense fallback={pending}>
        <Loaded {...props} />
      </Suspense>
    </PartBoundary>
  )
}

type BoundaryProps = {
  reload: () => Promise<unknown>
  onFailed: () => void
  failed: (retry: () => Promise<void>) => ReactNode
  children: ReactNode
}

class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch() {
    this.props.onFailed()
  }
  /** `failed` stays until the code is there. */
  retry = () =>
    this.props.reload().then(
      () => this.setState({ hasFailed: false }),
      () => this.props.onFailed(),
    )
  override render() {
    return this.state.hasFailed ? this.props.failed(this.retry) : this.props.children
  }
}

function RetryLater({ retry, isOutdated }: FailedPartProps) {
  // The network is outside React.
  useEffect(() => {
    if (isOutdated) return
    const timer = setInterval(retry, RETRY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [retry, isOutdated])

  return null
}
