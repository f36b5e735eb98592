/**
 * Stands in the page itself: when a file the program cannot start without is lost, the page is loaded again, once,
 * and not before there is a network. Nobody has used it yet, and the browser keeps what was typed.
 */
export function reloadOnAssetError(key: string): void {
  let isRunning = false
  document.addEventListener('ready-for-presses', () => {
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
