/** Inlined: reloads the page once when a file to start fails. Nothing is lost, because nothing has started. */
export function reloadOnAssetError(key: string) {
  let isRunning = false
  document.addEventListener('app-hydrated', () => {
    isRunning = true
    sessionStorage.removeItem(key)
  })
  addEventListener(
    'error',
    ({ target }) => {
      const isFile = target instanceof Element && target.matches('script[type=module],link[rel=stylesheet]')
      if (isRunning || !isFile || sessionStorage.getItem(key)) return
      sessionStorage.setItem(key, '1')
      if (navigator.onLine) location.reload()
      else addEventListener('online', () => location.reload())
    },
    true,
  )
}
