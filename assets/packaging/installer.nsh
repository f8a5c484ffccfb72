; "Open with" offers Waypost for tracks. Which program a double click starts stays as it was: the keys of the
; endings themselves are left alone.
!define OPEN_WITH "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"

; /disableAutoUpdates: for roll-outs that bring new versions themselves. The policy lies beside the
; program, so it goes with it; a later installation with the switch writes it anew.
!macro customInstall
  ClearErrors
  ${GetParameters} $R0
  ${GetOptions} $R0 "/disableAutoUpdates" $R1
  ${IfNot} ${Errors}
    FileOpen $R2 "$INSTDIR\resources\policy.json" w
    FileWrite $R2 '{"updates":{"enabled":false}}'
    FileClose $R2
  ${EndIf}
  ClearErrors

  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}" "FriendlyAppName" "${PRODUCT_NAME}"
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".gpx" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".kml" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".geojson" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH}\SupportedTypes" ".csv" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "${OPEN_WITH}"
!macroend
