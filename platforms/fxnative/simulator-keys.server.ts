// The simulated stores' keys. They are public and useless elsewhere: a real store's chain ends at its own root.
import { createPublicKey } from 'node:crypto';

/** A chain like Apple's: signer, issuer and root, DER in base64, with Apple's two extensions. */
export const simulatedAppleChain = {
  leaf:
    'MIIBnjCCAUOgAwIBAgIBAzAKBggqhkjOPQQDAjAnMSUwIwYDVQQDDBxTaW11bGF0ZWQgU3RvcmUgSW50ZXJtZWRpYXRlMCAXDTI0MDEwMTAwMDAwMFoYDzIx' +
    'MjQwMTAxMDAwMDAwWjAhMR8wHQYDVQQDDBZTaW11bGF0ZWQgU3RvcmUgU2lnbmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1238QS5aZ0Ty3VF0vQ/z' +
    'beq9NuiAyq8SX8Lx5qarRZMnfrrfbA06p2Dmr5StR/II45N2kz+TklQWhqKuEUVXKaNkMGIwDgYDVR0PAQH/BAQDAgeAMBAGCiqGSIb3Y2QGCwEEAgUAMB0G' +
    'A1UdDgQWBBTkpoCHGyaNW1rYYidQwuquWbbUeTAfBgNVHSMEGDAWgBRG4RZKqGd8ILoJGQcF/daMQeSbYTAKBggqhkjOPQQDAgNJADBGAiEAgu4NwyTgTBOv' +
    '1RBdXh3F2egWxA3PgGGQ9D0b9yhywSMCIQDnAjgXfEOqoMMmItIcuc8RvubkxgmZPVS/KnuEzyqjpw==',
  intermediate:
    'MIIBrDCCAVKgAwIBAgIBAjAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRTaW11bGF0ZWQgU3RvcmUgUm9vdDAgFw0yNDAxMDEwMDAwMDBaGA8yMTI0MDEwMTAw' +
    'MDAwMFowJzElMCMGA1UEAwwcU2ltdWxhdGVkIFN0b3JlIEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBSIhqYwbU4Gl49a2I/CaOao' +
    'vbc1R7kpkpItVTsGmiqghSYAhPSyZsYUyutuvqYFJu+trWyVsJnducw7aMAr+KWjdTBzMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgIEMBAGCiqG' +
    'SIb3Y2QGAgEEAgUAMB0GA1UdDgQWBBRG4RZKqGd8ILoJGQcF/daMQeSbYTAfBgNVHSMEGDAWgBT6Pj+w4RGm/XA1VBDKRaghbB0FBjAKBggqhkjOPQQDAgNI' +
    'ADBFAiB/Vt2a9IAmKFaps5iTJx362b2svtsuHZKpKZU4lbbQDAIhAO2fqo64DxZ4iwt0aWy4eQw1WtFJVBdz9DXfcm9j3AH8',
  root:
    'MIIBcDCCARegAwIBAgIBATAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRTaW11bGF0ZWQgU3RvcmUgUm9vdDAgFw0yNDAxMDEwMDAwMDBaGA8yMTI0MDEwMTAw' +
    'MDAwMFowHzEdMBsGA1UEAwwUU2ltdWxhdGVkIFN0b3JlIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQA7NuFuWJKrhJGytY+8rIskobbTgUcERN4' +
    '6L9FYAaxMxsivThcRL9H+p4Y8DxkXwQV7T2okHj3kz1+phWKSdsvo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQU+j4/' +
    'sOERpv1wNVQQykWoIWwdBQYwCgYIKoZIzj0EAwIDRwAwRAIgWp6EMLwodDlS4qhD0nrK6sDj42nh9jhtFyLGo9FXuI8CIDUteU70smvmKbwWUa7m+7pSh4li' +
    'NCV4oTg0tH7vePZe',
};

const toPem = (pkcs8: string): string =>
  `-----BEGIN PRIVATE KEY-----\n${pkcs8.replaceAll(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;

export const simulatedAppleSignerKey = toPem(
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZeG1W5efO+qOtzNgMnBLlx8C5d0tZneAXV9H2XWFgNGhRANCAATXbfxBLlpnRPLdUXS9D/Nt' +
    '6r026IDKrxJfwvHmpqtFkyd+ut9sDTqnYOavlK1H8gjjk3aTP5OSVBaGoq4RRVcp',
);

export const simulatedAppStoreApiKey = toPem(
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnw3yUCPYk3XU20BR7gw2DZ9zfxvgpVXkhwJOX4gvCiGhRANCAASjTrMyTG3REWVsXu8WtVbI' +
    'xejqB+zKyO1Nl0PKm/dpcBWyNUMrqiZWnS/OTnvUfdPkNGYZlh7akNSH+CjvVhxb',
);

const rsaPkcs8 =
  'MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQCXZLMq6R79C1uFvZAqdXq6ETZz8Omf/G6V5As8WrE3++HA8TbvnbCuvNHzn6E/OAO97LPr' +
  'MYFQHWe6YBRC3JqsyDxyju5OhFsALFpqePgRCM9uEVo9BT9aLCl/5gKGJkZNo8D2lx1nYZBgpPYKJ0WjmcNq5oV+Fv4hw393zi4eeWvYcdS7u6BbYB9ARIA2' +
  '2CpAKLuMHnwEvS+UJ07zaeqdH1oQ3/N14ZHwpp/DdJ3bXo7sWis5H3QsPdLJ9dkswFw2TVi1KXcU12xcf+MtXQWh12H6TtE0kOm8XmiV0j7y9eY75KxMrwjx' +
  'FTBS5Tb7NRVpiAl3+aQgj+7fKKPiMBtDAgMBAAECggEAOcWavYhCZAvefBXPmvRDxhdlcS8A6CVbSeXBB+IP+K4tAwTJkvzY/IVflRlYXhiRDPvz2I+Gqjze' +
  'ZXfeo3ktqTusHYc/l0TYuSMzyaep+k4jYfxLNDf5af6qQ31Rf0HB2ETiEPevp9DKWKb6oPtFjt3RfczEKk654caJsP1ECipzEXxvtfMLcJ0JtsN0tuZ3xABm' +
  'ckq23V9BKi5SG0F/Ygu5UB8MnRi82VPhqocb+/ArH/54/c2Ff1eB+MBK4aw3ydU+glZLCGVtYdIffifwNp4fzK4GGBrks9Ke6XYowLcqa16h9Jn9B9oycD9Y' +
  '2orXu591cOrJal/75Wr2d6U1QQKBgQDSVD2BJw99jYQbp+K1eKr6ySJFoElssQlnAx+Sde7SAI3Sof8pVFcxwFiDUVRSTO3OPqbq/dTVh5zpWseGFHwdhVP2' +
  'hIop+ehnZXDvj6kcvUAvaogIh8gP2JsBwo8V2tBNpsfoS28+5OzrUfm1zidJzsqFVuA3C2GROx6Ki5hjYwKBgQC4RFhYl7RxoJROKJmGGDFa4fEdAwFxY9Vf' +
  'oS2bkxLC1gDbA6OEiGbTWLiJw/UiM4J7NpWWEg3qT7KjUBnN9i27AsWvyRV/Aqs8ngxo6T4LhuToR1ic3LirY5dRCqE9hF2zK8J6X2dDpXQ68m1xfr4na1/5' +
  '3RECKauNmqI7dbweoQKBgQCJP+t6shCLr6M7oMxx+zInwMSahsQjJ0upawJZQpf7dd0WTBwDzkOv9YJM/u91XTn5Uiz+P3F5fatJI7H7rrZnVS+7ODYouimL' +
  '/0g5K5gBZwXRa0Ulu+UzYfeUqG9SpZ00btcYoNERS7XGwZGfr803frftVwmtIcIjUV7Wrc1dXQKBgQCI4dxvE2Lr9cm1tds2Dcq8JJOkZZMw1GSxQV5L75lE' +
  'Ow0vpShXT6xy27laPcNfwLvxI79DV+4WXVXqk5pXscSO46ROzSW20Bi8UvwNAxcgIPjyw+1DuYNFbhn+DdNxi16/toYlubFQQxxwnZ5HbUt8pPsK9fmojaPu' +
  '8SwK148DgQKBgQDOft7DHig8mPAi51MkfT4b/ydbqbSRmXuCZ5M4MqA4JpUj0e65B3oNzhaslTNHg6fxfiw/1k5vayizILODz5pJjxtj+GMaadMTwYyAlX/7' +
  'sDq588z54KzqvP/Ko2R/+IGdwrBJbpXO1KF6koGyXTJFy2bj2v7aiTzjVO9eNqnpXw==';

/** One RSA key for everything: the portal's at Google and RuStore, and Huawei's and Google's own. */
export const simulatedRsaKey = toPem(rsaPkcs8);

export const simulatedRsaPublicDer: string = createPublicKey(simulatedRsaKey)
  .export({ format: 'der', type: 'spki' })
  .toString('base64');
