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
!macroend
