package io.github.leaderelection.store.kubernetes;

import java.util.regex.Pattern;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The label of the leader's pod.
 *
 * @param pod the name of this process' pod
 * @param key of the label
 * @param value of the label
 */
record PodLabel(String pod, String key, String value) {

	static final String LABEL = "leader-election.kubernetes.pod-label";

	private static final String NAME = "leader-election.kubernetes.pod-name";

	private static final Pattern KEY = Pattern
		.compile("([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?");

	private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?");

	/**
	 * Reads the settings.
	 * @return the label, null if none is configured
	 * @throws InvalidElectionConfigurationException if the label is invalid, or the name
	 * of this pod is unknown
	 */
	static @Nullable PodLabel of(KubernetesStoreProperties properties, Environment environment) {
		String label = properties.podLabel();
		if (label == null || label.isBlank()) {
			return null;
		}
		String[] parts = label.strip().split("=", 2);
		String value = (parts.length > 1) ? parts[1] : "true";
		if (!KEY.matcher(parts[0]).matches() || !VALUE.matcher(value).matches()) {
			throw new InvalidElectionConfigurationException(LABEL, label, "It is no label of Kubernetes",
					"Use a key, or a key and its value: example.com/leader, say, or role=leader");
		}
		String pod = StringUtils.hasText(properties.podName()) ? properties.podName()
				: environment.getProperty("HOSTNAME");
		if (!StringUtils.hasText(pod)) {
			throw new InvalidElectionConfigurationException(NAME, null,
					"This pod has a label while it leads (" + LABEL + "), and nothing says which pod it is",
					"Set it to the name of the pod, by an environment variable from metadata.name");
		}
		return new PodLabel(pod, parts[0], value);
	}

}
