package io.github.leaderelection.internal.store.kubernetes;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.lease.FoundLease;
import io.github.leaderelection.internal.store.lease.LeasePart;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.jspecify.annotations.Nullable;

/**
 * A Lease of Kubernetes, as it was read. Its fields have the parts of the record that
 * kubectl and electors of other tools read. Annotations have the rest. They count only
 * while the fields are as they were written together with them.
 */
record LeaseObject(Lease lease) {

	/** What the names of annotations begin with. */
	static final String DOMAIN = "leaderelection.github.io/";

	/** The label by which the Leases of a cluster are listed. */
	static final String CLUSTER_LABEL = DOMAIN + "cluster";

	private static final String CLUSTER = "cluster";

	private static final String GROUP = "group";

	private static final String VALUE = "value";

	private static final String STAMP = "stamp";

	/** The renewal time of the same write: other tools leave it unchanged. */
	private static final String RENEW_TIME = "renew-time";

	/** The duration of a Lease of another tool that has none. */
	private static final long UNKNOWN_DURATION_NANOS = TimeUnit.MINUTES.toNanos(1);

	/** Builds a Lease that does not exist yet. */
	static Lease create(String name, String namespace, Key key, LeaseRecord record, long stamp) {
		Map<String, String> marks = marks(key, record, stamp);
		return write(new ObjectMetaBuilder().withName(name)
			.withNamespace(namespace)
			.addToLabels(CLUSTER_LABEL, LeaseName.label(key.cluster()))
			.build(), marks, record, new LeaseSpec(), false);
	}

	/** Builds the Lease that replaces this one, if it still has its version. */
	Lease replace(Key key, LeaseRecord record, long stamp, boolean isTake) {
		ObjectMeta meta = new ObjectMetaBuilder(this.lease.getMetadata())
			.addToLabels(CLUSTER_LABEL, LeaseName.label(key.cluster()))
			.build();
		LeaseSpec spec = (this.lease.getSpec() != null) ? this.lease.getSpec() : new LeaseSpec();
		return write(meta, marks(key, record, stamp), record, spec, isTake);
	}

	/**
	 * Builds the Lease of a value. It has no label, so that no watch of records sees it.
	 * @param version of the Lease that it replaces, null for none
	 */
	static Lease ofValue(String name, String namespace, Key key, @Nullable String version, String text) {
		String read = Objects.requireNonNullElse(version, "/");
		int end = read.lastIndexOf('/');
		return new LeaseBuilder().withNewMetadata()
			.withName(name)
			.withNamespace(namespace)
			.withUid((end > 0) ? read.substring(0, end) : null)
			.withResourceVersion((end > 0) ? read.substring(end + 1) : null)
			.withAnnotations(Map.of(DOMAIN + CLUSTER, key.cluster(), DOMAIN + GROUP, key.group(), DOMAIN + VALUE, text))
			.endMetadata()
			.withSpec(new LeaseSpec())
			.build();
	}

	/** The value that a Lease of a value has. */
	Answer.Value value() {
		ObjectMeta meta = this.lease.getMetadata();
		return new Answer.Value(meta.getUid() + "/" + meta.getResourceVersion(),
				Objects.requireNonNullElse(mark(VALUE), ""));
	}

	private static Lease write(ObjectMeta meta, Map<String, String> marks, LeaseRecord record, LeaseSpec before,
			boolean isTake) {
		ZonedDateTime now = Instant.now().truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC);
		marks.put(DOMAIN + RENEW_TIME, now.toInstant().toString());
		Map<String, String> annotations = new HashMap<>();
		if (meta.getAnnotations() != null) {
			annotations.putAll(meta.getAnnotations());
		}
		annotations.keySet().removeIf((key) -> key.startsWith(DOMAIN));
		annotations.putAll(marks);
		meta.setAnnotations(annotations);
		LeaseSpecBuilder spec = new LeaseSpecBuilder(before).withHolderIdentity(identity(record))
			.withLeaseDurationSeconds(seconds(record.durationNanos()))
			.withRenewTime(now);
		if (isTake) {
			spec.withAcquireTime(now);
		}
		int transitions = Objects.requireNonNullElse(before.getLeaseTransitions(), 0);
		spec.withLeaseTransitions((isTake && transitions < Integer.MAX_VALUE) ? transitions + 1 : transitions);
		return new LeaseBuilder().withMetadata(meta).withSpec(spec.build()).build();
	}

	private static Map<String, String> marks(Key key, LeaseRecord record, long stamp) {
		Map<String, String> marks = new HashMap<>(Map.of(DOMAIN + CLUSTER, key.cluster(), DOMAIN + GROUP, key.group(),
				DOMAIN + STAMP, Long.toHexString(stamp)));
		for (LeasePart part : LeasePart.values()) {
			String value = part.of(record);
			if (value != null) {
				marks.put(DOMAIN + part, value);
			}
		}
		return marks;
	}

	/** The holder as a field: other tools see a Lease without a holder as free. */
	private static @Nullable String identity(LeaseRecord record) {
		NodeId holder = record.holder();
		return (holder != null && !record.free()) ? holder.value() : null;
	}

	private static int seconds(long nanos) {
		long up = nanos / TimeUnit.SECONDS.toNanos(1) + ((nanos % TimeUnit.SECONDS.toNanos(1) != 0) ? 1 : 0);
		return (int) Math.min(Math.max(up, 1), Integer.MAX_VALUE);
	}

	/** Whether this is the Lease of a key: another key's may have the same name. */
	boolean isOf(Key key) {
		String cluster = mark(CLUSTER);
		String group = mark(GROUP);
		return (cluster == null || cluster.equals(key.cluster())) && (group == null || group.equals(key.group()));
	}

	/** The version: uid, resource version and stamp together tell all writes apart. */
	String version() {
		ObjectMeta meta = this.lease.getMetadata();
		return meta.getUid() + "/" + meta.getResourceVersion() + "/" + Objects.requireNonNullElse(mark(STAMP), "");
	}

	/** Whether this is the unchanged result of the write with a random number. */
	boolean isStamped(long stamp) {
		return Long.toHexString(stamp).equals(mark(STAMP)) && own() != null;
	}

	/** The record of this Lease. */
	LeaseRecord record() {
		return found().record();
	}

	/** The record of this Lease, and the problem if it is not of one write. */
	FoundLease found() {
		LeaseRecord own = own();
		return (own != null) ? new FoundLease(own, null) : new FoundLease(foreign(),
				"its fields and annotations are not those of one write, as where another tool or a person changes it");
	}

	private @Nullable LeaseRecord own() {
		FoundLease written = FoundLease.of(version(), (part) -> mark(part.toString()));
		return (written.wrong() == null && isWrittenAlong(written.record())) ? written.record() : null;
	}

	/** Other tools leave the annotations unchanged when they write the fields. */
	private boolean isWrittenAlong(LeaseRecord written) {
		LeaseSpec spec = this.lease.getSpec();
		return spec != null && spec.getRenewTime() != null
				&& spec.getRenewTime().toInstant().toString().equals(mark(RENEW_TIME))
				&& Objects.requireNonNullElse(identity(written), "")
					.equals(Objects.requireNonNullElse(spec.getHolderIdentity(), ""))
				&& Integer.valueOf(seconds(written.durationNanos())).equals(spec.getLeaseDurationSeconds());
	}

	/** A Lease of another tool: its holder may lead for the duration that it names. */
	private LeaseRecord foreign() {
		LeaseSpec spec = (this.lease.getSpec() != null) ? this.lease.getSpec() : new LeaseSpec();
		Integer seconds = spec.getLeaseDurationSeconds();
		long duration = (seconds != null && seconds > 0) ? TimeUnit.SECONDS.toNanos(seconds) : UNKNOWN_DURATION_NANOS;
		int transitions = Objects.requireNonNullElse(spec.getLeaseTransitions(), 0);
		return new LeaseRecord(null, 0, 0, null, Math.max(tokenLeft(), Math.max(transitions, 0)), duration, false, null,
				0, version());
	}

	/** The token from before another tool's write: tokens continue from it. */
	private long tokenLeft() {
		try {
			return Long.parseLong(Objects.requireNonNullElse(mark(LeasePart.TOKEN.toString()), ""));
		}
		catch (NumberFormatException ex) {
			return 0;
		}
	}

	private @Nullable String mark(String name) {
		Map<String, String> annotations = this.lease.getMetadata().getAnnotations();
		return (annotations != null) ? annotations.get(DOMAIN + name) : null;
	}

}
