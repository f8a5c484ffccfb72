; "Open with" offers Waypost for tracks and offline maps. Which program a double click starts stays as it was: the keys of the
; endings themselves are left alone.
!define OPEN_WITH "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"

; /disableAutoUpdates: for roll-outs that bring new versions themselves. It sets the machine policy, which only
; an administrator can write, so it needs an installation for all users. Uninstalling leaves policies alone.
!macro customInit
  ClearErrors
  ${GetParameters} $R0
  ${GetOptions} $R0 "/disableAutoUpdates" $R1
  ${IfNot} ${Errors}
    ClearErrors
    ${GetOptions} $R0 "/currentuser" $R1
    ${IfNot} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "/disableAutoUpdates sets a policy of this computer. Use it together with /allusers." /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
  ${EndIf}
  ClearErrors
!macroend

!macro customInstall
  ClearErrors
  ${GetParameters} $R0
  ${GetOptions} $R0 "/disableAutoUpdates" $R1
  ${IfNot} ${Errors}
    SetRegView 64
    ClearErrors
    WriteRegDWORD HKLM "Software\Policies\Waypost" "UpdatesEnabled" 0
    SetRegView lastused
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "The policy that turns updates off could not be written. Install for all users, as an administrator." /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
  ${EndIf}
  ClearErrors

  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}" "FriendlyAppName" "${PRODUCT_NAME}"
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".gpx" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".kml" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".geojson" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".csv" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".pmtiles" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".mbtiles" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "${OPEN_WITH}"
!macroend
