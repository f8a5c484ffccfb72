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
  ; Outside of Program Files a folder inherits rights by which every user could replace the program. Installed for all
  ; users, it gets the rights of Program Files: the system and administrators (by their ids, as names are translated)
  ; change it; others read and start it.
  StrLen $R1 "$PROGRAMFILES64\"
  StrCpy $R2 "$INSTDIR\" $R1
  ${If} $installMode == "all"
  ${AndIf} $R2 != "$PROGRAMFILES64\"
    nsExec::Exec '"$SYSDIR\icacls.exe" "$INSTDIR" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX *S-1-15-2-1:(OI)(CI)RX *S-1-15-2-2:(OI)(CI)RX /Q'
    Pop $R0
    ; Files that were there before get the rights of the folder, and no others.
    ${If} $R0 == 0
      nsExec::Exec '"$SYSDIR\icacls.exe" "$INSTDIR\*" /reset /T /Q'
      Pop $R0
    ${EndIf}
    ${If} $R0 != 0
      MessageBox MB_OK|MB_ICONSTOP "The folder of the program could not be protected from other users. Install it in Program Files." /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
  ${EndIf}

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
