; "Open with" offers Waypost for tracks and offline maps. Which program a double click starts stays as it was: the keys of the
; endings themselves are left alone.
!define OPEN_WITH "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"

; By number, as the names of languages are defined after this file is read. The uninstaller uses none.
!ifndef BUILD_UNINSTALLER
  LangString policyNeedsAllUsers 1033 "/disableAutoUpdates sets a policy of this computer. Use it together with /allusers."
  LangString policyNeedsAllUsers 3082 "/disableAutoUpdates establece una directiva de este equipo. Úselo junto con /allusers."
  LangString policyNeedsAllUsers 1046 "/disableAutoUpdates define uma política deste computador. Use-o junto com /allusers."
  LangString policyNeedsAllUsers 1036 "/disableAutoUpdates définit une stratégie de cet ordinateur. Utilisez-le avec /allusers."
  LangString policyNeedsAllUsers 1031 "/disableAutoUpdates setzt eine Richtlinie dieses Computers. Verwenden Sie es zusammen mit /allusers."
  LangString policyNeedsAllUsers 1040 "/disableAutoUpdates imposta un criterio di questo computer. Usarlo insieme a /allusers."
  LangString policyNeedsAllUsers 1025 "يضبط ${U+200E}/disableAutoUpdates سياسة لهذا الحاسوب. استخدمه مع ${U+200E}/allusers."
  LangString policyNeedsAllUsers 1037 "${U+200E}/disableAutoUpdates קובע מדיניות של המחשב הזה. יש להשתמש בו יחד עם ${U+200E}/allusers."
  LangString folderNotProtected 1033 "The folder of the program could not be protected from other users. Install it in Program Files."
  LangString folderNotProtected 3082 "No se pudo proteger la carpeta del programa frente a otros usuarios. Instálelo en Archivos de programa."
  LangString folderNotProtected 1046 "Não foi possível proteger a pasta do programa contra outros usuários. Instale em Arquivos de Programas."
  LangString folderNotProtected 1036 "Le dossier du programme n’a pas pu être protégé des autres utilisateurs. Installez-le dans Program Files."
  LangString folderNotProtected 1031 "Der Ordner des Programms konnte nicht vor anderen Benutzern geschützt werden. Installieren Sie es unter Programme."
  LangString folderNotProtected 1040 "Non è stato possibile proteggere la cartella del programma dagli altri utenti. Installarlo in Programmi."
  LangString folderNotProtected 1025 "تعذّرت حماية مجلد البرنامج من المستخدمين الآخرين. ثبّته في Program Files."
  LangString folderNotProtected 1037 "לא ניתן היה להגן על תיקיית התוכנה מפני משתמשים אחרים. יש להתקין ב-Program Files."
  LangString policyNotWritten 1033 "The policy that turns updates off could not be written. Install for all users, as an administrator."
  LangString policyNotWritten 3082 "No se pudo escribir la directiva que desactiva las actualizaciones. Instale para todos los usuarios, como administrador."
  LangString policyNotWritten 1046 "Não foi possível gravar a política que desativa as atualizações. Instale para todos os usuários, como administrador."
  LangString policyNotWritten 1036 "La stratégie qui désactive les mises à jour n’a pas pu être écrite. Installez pour tous les utilisateurs, en tant qu’administrateur."
  LangString policyNotWritten 1031 "Die Richtlinie, die Updates abschaltet, konnte nicht geschrieben werden. Installieren Sie als Administrator für alle Benutzer."
  LangString policyNotWritten 1040 "Non è stato possibile scrivere il criterio che disattiva gli aggiornamenti. Installare per tutti gli utenti, come amministratore."
  LangString policyNotWritten 1025 "تعذّرت كتابة السياسة التي توقف التحديثات. ثبّت لجميع المستخدمين بصفتك مسؤولًا."
  LangString policyNotWritten 1037 "לא ניתן היה לכתוב את המדיניות שמכבה עדכונים. יש להתקין עבור כל המשתמשים, כמנהל מערכת."
!endif

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
      MessageBox MB_OK|MB_ICONSTOP "$(policyNeedsAllUsers)" /SD IDOK
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
      MessageBox MB_OK|MB_ICONSTOP "$(folderNotProtected)" /SD IDOK
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
      MessageBox MB_OK|MB_ICONSTOP "$(policyNotWritten)" /SD IDOK
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
