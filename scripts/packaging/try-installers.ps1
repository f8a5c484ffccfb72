# Installs, starts and removes Waypost with its silent switches; for a Windows that is thrown away afterwards.
param([Parameter(Mandatory)] [string] $Folder)
$ErrorActionPreference = 'Stop'

function Invoke-Silently([string] $Program, [string[]] $Switches) {
  $process = Start-Process -FilePath $Program -ArgumentList $Switches -PassThru -Wait
  if ($process.ExitCode -ne 0) { throw "$Program $Switches ended with $($process.ExitCode)" }
}

function Wait-Gone([string] $Path) {
  # The uninstaller goes on in a copy of itself.
  for ($i = 0; $i -lt 60 -and (Test-Path $Path); $i += 1) { Start-Sleep -Seconds 1 }
  if (Test-Path $Path) { throw "$Path is still there" }
}

function Test-Start([string] $Program) {
  $app = Start-Process -FilePath $Program -ArgumentList @('--demo', '--remote-debugging-port=9333') -PassThru
  $pages = $null
  for ($i = 0; $i -lt 60 -and -not ($pages -match 'app://waypost'); $i += 1) {
    Start-Sleep -Seconds 1
    try { $pages = (Invoke-WebRequest 'http://127.0.0.1:9333/json' -UseBasicParsing).Content } catch { $pages = $null }
  }
  Stop-Process -Id $app.Id -Force
  if (-not ($pages -match 'app://waypost')) { throw "$Program opened no window" }
}

$setup = (Get-ChildItem $Folder -Filter '*-x64-setup.exe').FullName
$msi = (Get-ChildItem $Folder -Filter '*-x64.msi').FullName
$cases = @(
  @{ Switches = @('/S', '/currentuser'); Place = "$env:LOCALAPPDATA\Programs\waypost"; Hive = 'HKCU' },
  @{ Switches = @('/S', '/allusers', '/disableAutoUpdates'); Place = "$env:ProgramFiles\Waypost"; Hive = 'HKLM' }
)
foreach ($case in $cases) {
  Invoke-Silently $setup $case.Switches
  $program = Join-Path $case.Place 'Waypost.exe'
  if (-not (Test-Path $program)) { throw "$program is missing after $($case.Switches)" }
  $policy = Get-ItemProperty 'HKLM:\Software\Policies\Waypost' -ErrorAction SilentlyContinue
  $isOff = $case.Switches -contains '/disableAutoUpdates'
  if (($null -ne $policy -and $policy.UpdatesEnabled -eq 0) -ne $isOff) { throw 'the policy does not follow the switches' }
  Test-Start $program
  $openWith = "$($case.Hive):\Software\Classes\Applications\Waypost.exe"
  if (-not (Test-Path "$openWith\SupportedTypes")) { throw "Waypost is not offered under Open with after $($case.Switches)" }
  Invoke-Silently (Join-Path $case.Place 'Uninstall Waypost.exe') @('/S')
  Wait-Gone $program
  Wait-Gone $openWith
  if (-not (Test-Path "$env:APPDATA\Waypost")) { throw 'the data of the person are gone' }
}
Invoke-Silently 'msiexec.exe' @('/i', "`"$msi`"", '/qn')
Invoke-Silently 'msiexec.exe' @('/x', "`"$msi`"", '/qn')
Write-Output 'the installers obey their switches'
