{{- define "loadline.labels" -}}
app.kubernetes.io/name: loadline
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Which pods are a process': (dict "root" $ "name" "web"). */}}
{{- define "loadline.selector" -}}
app.kubernetes.io/name: loadline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* One container that runs deploy/run with a process' name: (dict "root" $ "name" "web"). */}}
{{- define "loadline.container" -}}
name: {{ .name }}
image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [{{ .name }}]
envFrom:
  - secretRef:
      name: {{ .root.Values.secretName }}
  {{- if and .root.Values.ownerSecretName (has .name (list "migrate" "partitions")) }}
  - secretRef:
      name: {{ .root.Values.ownerSecretName }}
  {{- end }}
env:
  - {name: ALLOWED_HOSTS, value: {{ .root.Values.host | quote }}}
  - {name: LOADLINE_PUBLIC_URL, value: {{ printf "https://%s" .root.Values.host | quote }}}
  - {name: LOADLINE_LIVE_URL, value: {{ printf "wss://%s" .root.Values.host | quote }}}
  {{- range $name, $value := .root.Values.environment }}
  - {name: {{ $name }}, value: {{ $value | quote }}}
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - {name: tmp, mountPath: /tmp}
  - {name: media, mountPath: /var/lib/loadline/media}
{{- end }}

{{/* What every pod has beside its container. */}}
{{- define "loadline.pod" -}}
automountServiceAccountToken: false
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {sizeLimit: 1Gi}
  - name: media
    {{- if .Values.media.existingClaim }}
    persistentVolumeClaim:
      claimName: {{ .Values.media.existingClaim }}
    {{- else }}
    emptyDir: {}
    {{- end }}
{{- end }}
