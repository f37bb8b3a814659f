package io.github.leaderelection.internal.store.kubernetes.server;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.leaderelection.internal.store.kubernetes.server.ApiChange.ObjectKey;
import org.jspecify.annotations.Nullable;

/**
 * What an API server keeps: objects under one revision that only rises, and the changes
 * since the last compaction. Every rule here is one of the real server; the lease's are
 * in {@code pkg/registry/coordination/lease/strategy.go} and in the generic registry.
 */
final class ApiObjects {

	private static final Pattern NAME = Pattern
		.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

	private static final Pattern LABEL_VALUE = Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");

	private static final Pattern MICRO_TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");

	/** What {@code etcdutl snapshot restore --bump-revision} is told. */
	private static final long BUMP = 1_000_000;

	private final Map<String, ObjectNode> objects = new TreeMap<>();

	private final List<ApiChange> changes = new ArrayList<>();

	private long revision = 1000;

	private long compacted;

	private Duration clock = Duration.ZERO;

	synchronized void setClock(Duration ahead) {
		this.clock = ahead;
	}

	synchronized long revision() {
		return this.revision;
	}

	/** Forgets the changes so far. */
	synchronized void compact() {
		this.compacted = this.revision;
		this.changes.clear();
	}

	/** A copy of all objects, which a call of it puts back under a higher revision. */
	synchronized Runnable copy() {
		Map<String, ObjectNode> copy = new TreeMap<>();
		this.objects.forEach((key, object) -> copy.put(key, object.deepCopy()));
		return () -> putBack(copy);
	}

	private synchronized void putBack(Map<String, ObjectNode> copy) {
		this.objects.clear();
		this.objects.putAll(copy);
		this.revision += BUMP;
		compact();
	}

	synchronized ObjectNode get(ObjectKey key) throws ApiRefusal {
		ObjectNode found = this.objects.get(key.toString());
		if (found == null) {
			throw ApiRefusal.notFound(key.resource(), key.name());
		}
		return found.deepCopy();
	}

	synchronized List<ObjectNode> list(String resource, String namespace, String selector) {
		String start = new ObjectKey(resource, namespace, "").toString().replaceAll("]$", "");
		return this.objects.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().startsWith(start) && isSelected(entry.getValue(), selector))
			.map((entry) -> entry.getValue().deepCopy())
			.toList();
	}

	/** Only equality is understood, which is all that is asked here. */
	static boolean isSelected(ObjectNode object, String selector) {
		if (selector.isEmpty()) {
			return true;
		}
		String[] parts = selector.split("=", 2);
		return parts[1].equals(object.path("metadata").path("labels").path(parts[0]).asText(null));
	}

	synchronized ObjectNode create(ObjectKey key, ObjectNode sent) throws ApiRefusal {
		if (!text(sent, "resourceVersion").isEmpty()) {
			throw new ApiRefusal(400, "BadRequest", "resourceVersion should not be set on objects to be created");
		}
		validate(key, sent);
		if (this.objects.containsKey(key.toString())) {
			throw new ApiRefusal(409, "AlreadyExists", key.resource() + " \"" + key.name() + "\" already exists");
		}
		return make(key, sent);
	}

	private ObjectNode make(ObjectKey key, ObjectNode sent) {
		ObjectNode made = sent.deepCopy();
		ObjectNode meta = made.withObject("/metadata");
		meta.put("uid", UUID.randomUUID().toString())
			.put("creationTimestamp", Instant.now().plus(this.clock).truncatedTo(ChronoUnit.SECONDS).toString());
		return save("ADDED", key, made);
	}

	private ObjectNode save(String type, ObjectKey key, ObjectNode object) {
		this.revision++;
		object.withObject("/metadata").put("resourceVersion", Long.toString(this.revision));
		if (type.equals("DELETED")) {
			this.objects.remove(key.toString());
		}
		else {
			this.objects.put(key.toString(), object);
		}
		this.changes.add(new ApiChange(this.revision, type, key, object.deepCopy()));
		notifyAll();
		return object.deepCopy();
	}

	/**
	 * Replaces an object, or makes it: a PUT without uid does, for leases.
	 * @return what was written, and whether it is new
	 */
	synchronized Put replace(ObjectKey key, ObjectNode sent) throws ApiRefusal {
		validate(key, sent);
		ObjectNode present = this.objects.get(key.toString());
		String uid = text(sent, "uid");
		if (!uid.isEmpty() && (present == null || !uid.equals(text(present, "uid")))) {
			throw ApiRefusal.conflict(key.name(), "Precondition failed: UID in precondition: " + uid
					+ ", UID in object meta: " + ((present != null) ? text(present, "uid") : ""));
		}
		if (present == null) {
			return new Put(make(key, sent), true);
		}
		String version = text(sent, "resourceVersion");
		if (version.isEmpty()) {
			throw ApiRefusal.invalid("metadata.resourceVersion: Invalid value: 0x0: must be specified for an update");
		}
		if (!version.equals(text(present, "resourceVersion"))) {
			throw ApiRefusal.conflict(key.name(),
					"the object has been modified; please apply your changes to the " + "latest version and try again");
		}
		ObjectNode next = sent.deepCopy();
		next.withObject("/metadata")
			.put("uid", text(present, "uid"))
			.put("creationTimestamp", text(present, "creationTimestamp"));
		return next.equals(present) ? new Put(next, false) : new Put(save("MODIFIED", key, next), false);
	}

	/** Deletes an object; its uid and version are compared where they are given. */
	synchronized void delete(ObjectKey key, String uid, String version) throws ApiRefusal {
		ObjectNode present = get(key);
		if (!uid.isEmpty() && !uid.equals(text(present, "uid"))) {
			throw ApiRefusal.conflict(key.name(), "Precondition failed: UID in precondition: " + uid);
		}
		if (!version.isEmpty() && !version.equals(text(present, "resourceVersion"))) {
			throw ApiRefusal.conflict(key.name(), "Precondition failed: resourceVersion in precondition: " + version);
		}
		save("DELETED", key, present);
	}

	/** A merge patch of what stands in {@code metadata.labels}. */
	synchronized ObjectNode patchLabels(ObjectKey key, JsonNode patch) throws ApiRefusal {
		ObjectNode present = get(key);
		ObjectNode labels = present.withObject("/metadata/labels");
		for (Map.Entry<String, JsonNode> label : patch.path("metadata").path("labels").properties()) {
			if (label.getValue().isNull()) {
				labels.remove(label.getKey());
			}
			else {
				labels.set(label.getKey(), label.getValue());
			}
		}
		return save("MODIFIED", key, present);
	}

	private static void validate(ObjectKey key, ObjectNode sent) throws ApiRefusal {
		if (!key.name().equals(text(sent, "name")) || !key.namespace().equals(text(sent, "namespace"))) {
			throw new ApiRefusal(400, "BadRequest", "the name of the object does not match the name on the URL");
		}
		if (!NAME.matcher(key.name()).matches() || key.name().length() > 253) {
			throw ApiRefusal.invalid("metadata.name: Invalid value: \"" + key.name() + "\"");
		}
		for (JsonNode value : sent.path("metadata").path("labels")) {
			if (!LABEL_VALUE.matcher(value.asText()).matches()) {
				throw ApiRefusal.invalid("metadata.labels: Invalid value: " + value);
			}
		}
		for (JsonNode value : sent.path("metadata").path("annotations")) {
			if (!value.isTextual()) {
				throw new ApiRefusal(400, "BadRequest", "an annotation is no text: " + value);
			}
		}
		validateLease(sent.path("spec"));
	}

	private static void validateLease(JsonNode spec) throws ApiRefusal {
		if (spec.has("leaseDurationSeconds") && spec.path("leaseDurationSeconds").asInt() <= 0) {
			throw ApiRefusal.invalid("spec.leaseDurationSeconds: must be greater than 0");
		}
		if (spec.path("leaseTransitions").asInt() < 0) {
			throw ApiRefusal.invalid("spec.leaseTransitions: must be greater than or equal to 0");
		}
		for (String time : List.of("acquireTime", "renewTime")) {
			if (spec.has(time) && !MICRO_TIME.matcher(spec.path(time).asText()).matches()) {
				throw new ApiRefusal(400, "BadRequest", "spec." + time + " is no MicroTime: " + spec.path(time));
			}
		}
	}

	private static String text(ObjectNode object, String field) {
		return object.path("metadata").path(field).asText("");
	}

	/**
	 * Waits for the changes after a revision.
	 * @return them; empty after the time
	 */
	synchronized List<ApiChange> after(long last, long millis) throws ApiRefusal, InterruptedException {
		if (last < this.compacted) {
			throw ApiRefusal.gone();
		}
		if (last >= this.revision) {
			wait(millis);
		}
		if (last < this.compacted) {
			throw ApiRefusal.gone();
		}
		return this.changes.stream().filter((change) -> change.revision() > last).toList();
	}

	static ObjectNode bookmark(long revision) {
		ObjectNode object = JsonNodeFactory.instance.objectNode();
		object.put("kind", "Lease").put("apiVersion", "coordination.k8s.io/v1");
		object.putObject("metadata").put("resourceVersion", Long.toString(revision)).putNull("creationTimestamp");
		object.putObject("spec");
		return object;
	}

	/**
	 * What a PUT did.
	 *
	 * @param object as it was left
	 * @param isNew whether it was made
	 */
	record Put(@Nullable ObjectNode object, boolean isNew) {
	}

}
