package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a label at this process' pod while it leads, so that a Service can select it. The
 * store's thread sets the label, and repeats a failed request. Leadership does not wait
 * for it.
 */
public final class LeaderPodLabel implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	private static final long FIRST_PAUSE_MILLIS = 500;

	private static final int MOST_DOUBLINGS = 6;

	private static final long LAST_WORD_SECONDS = 2;

	private final CountDownLatch removed = new CountDownLatch(1);

	private final KubernetesLeaseStore store;

	private final String pod;

	private final String key;

	private final String value;

	private volatile boolean isWanted;

	private volatile boolean isClosing;

	/** Whether the pod has the label, null if unknown; for the store's thread alone. */
	private @Nullable Boolean isSet;

	private boolean isAsking;

	private int failures;

	/**
	 * Creates a label that is not wanted at first.
	 * @param store the store whose connection is used
	 */
	public LeaderPodLabel(KubernetesLeaseStore store, String pod, String key, String value) {
		this.store = store;
		this.pod = pod;
		this.key = key;
		this.value = value;
	}

	/** Requests that the label is set or removed. Does not block. */
	public void want(boolean wanted) {
		this.isWanted = wanted;
		client().later(this::apply, 0);
	}

	private ApiClient client() {
		return this.store.api().client();
	}

	private void apply() {
		boolean wanted = this.isWanted;
		if (Boolean.valueOf(wanted).equals(this.isSet)) {
			if (this.isClosing) {
				this.removed.countDown();
			}
			return;
		}
		if (this.isAsking) {
			return;
		}
		this.isAsking = true;
		Map<String, @Nullable String> label = new HashMap<>();
		label.put(this.key, wanted ? this.value : null);
		client()
			.send("PATCH", "api/v1/namespaces/" + this.store.api().namespace() + "/pods/" + this.pod,
					Map.of("metadata", Map.of("labels", label)), TIMEOUT)
			.whenComplete((answer, failure) -> client().later(() -> applied(wanted,
					(answer == null) ? ApiClient.problem(failure) : (answer.isGood() ? null : answer.problem())), 0));
	}

	private void applied(boolean wanted, @Nullable String problem) {
		this.isAsking = false;
		if (problem == null) {
			this.failures = 0;
			this.isSet = wanted;
			apply();
			return;
		}
		this.isSet = null;
		if (this.failures == 0) {
			logger.warn("The label '{}' of pod '{}' could not be {}, which is tried again: {}", this.key, this.pod,
					wanted ? "set" : "removed", problem);
		}
		long pause = FIRST_PAUSE_MILLIS << Math.min(this.failures, MOST_DOUBLINGS);
		this.failures++;
		client().later(this::apply, pause);
	}

	/** Removes the label, and waits two seconds at most. */
	@Override
	public void close() {
		this.isClosing = true;
		want(false);
		try {
			if (!this.removed.await(LAST_WORD_SECONDS, TimeUnit.SECONDS)) {
				logger.warn("The label '{}' of pod '{}' could not be removed in time", this.key, this.pod);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
