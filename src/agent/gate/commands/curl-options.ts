import type { OptionTable } from './options.ts'

/** The options of curl. */
export const CURL: OptionTable = {
  flags: 'fsSLkIivgGnN0123456jJlOpqRaB#MZ',
  values: 'oXHdFTKuUAebcCDEmMPQrtTwxyYzh',
  long:
    'fail fail-with-body fail-early silent show-error location location-trusted insecure head include verbose globoff get no-buffer ipv4 ipv6 http1.0 http1.1 http2 http2-prior-knowledge http3 tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 compressed progress-bar no-progress-meter remote-name remote-name-all remote-header-name remote-time create-dirs parallel version help manual no-keepalive path-as-is ' +
    'output= output-dir= request= header= data= data-raw= data-binary= data-urlencode= data-ascii= json= form= form-string= upload-file= config= user= proxy-user= user-agent= referer= cookie= cookie-jar= continue-at= dump-header= cert= key= cacert= max-time= connect-timeout= max-redirs= max-filesize= range= retry= retry-delay= retry-max-time= retry-all-errors retry-connrefused url= url-query= write-out= proxy= socks5= socks5-hostname= resolve= connect-to= interface= limit-rate= speed-limit= speed-time= trace= trace-ascii= stderr= netrc netrc-file= netrc-optional oauth2-bearer= unix-socket= next anyauth basic digest ntlm negotiate post301 post302 proto= proto-redir= time-cond= quote= mail-from= mail-rcpt= etag-save= etag-compare= hsts= alt-svc= libcurl= parallel-max= tr-encoding raw ssl no-sessionid disable ciphers= noproxy= dns-servers= doh-url= styled-output no-styled-output',
}
/** Those by which data goes out. */
export const CURL_SENDS: ReadonlySet<string> = new Set([
  'd',
  'data',
  'data-raw',
  'data-binary',
  'data-urlencode',
  'data-ascii',
  'json',
  'F',
  'form',
  'form-string',
  'T',
  'upload-file',
  'mail-from',
  'mail-rcpt',
  'Q',
  'quote',
  'url-query',
])
/** Those whose value is a file that is written. */
export const CURL_WRITES: ReadonlySet<string> = new Set([
  'o',
  'output',
  'D',
  'dump-header',
  'c',
  'cookie-jar',
  'trace',
  'trace-ascii',
  'stderr',
  'etag-save',
  'hsts',
  'alt-svc',
  'libcurl',
])
/** Those by which a key or password goes out. */
export const CURL_SECRET: ReadonlySet<string> = new Set([
  'u',
  'user',
  'U',
  'proxy-user',
  'n',
  'netrc',
  'netrc-file',
  'netrc-optional',
  'oauth2-bearer',
  'E',
  'cert',
  'key',
])
