package io.github.leaderelection.internal.transport.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.StateAge;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Converts messages to text and back. The wire form is derived from each group's sealed
 * message type and its records. The object has the version, the record's simple name and
 * the fields of the envelope. Its body has the record's components. Types of an
 * extension's messages begin with its name and a dot. Strict: refuses values that are
 * missing, unknown, too long or of another type. Safe for use from any thread.
 */
public final class WireCodec {

	/** The version of the wire form. */
	public static final int VERSION = 2;

	/**
	 * The longest frame in characters, but for messages of extensions; frames are ASCII,
	 * so also in bytes.
	 */
	public static final int MAX_FRAME_LENGTH = PrivateJson.MAX_LENGTH;

	/** How a message of an extension begins. */
	private static final Pattern EXTENSION = Pattern.compile("\\{\"v\":" + VERSION + ",\"type\":\"[^.\"]+\\.");

	private final Map<String, RecordFamily> messagesByGroup = new HashMap<>();

	/** Derives the wire form of groups without extensions. */
	public WireCodec(Map<String, Class<? extends ElectionMessage>> messageTypeByGroup) {
		this(messageTypeByGroup, Map.of());
	}

	/**
	 * Derives the wire form.
	 * @param messageTypeByGroup the sealed message type of each group's algorithm, by the
	 * group's name
	 * @param extensionTypes the sealed message types of extensions, by the extension's
	 * name, by the group's name
	 * @throws IllegalArgumentException if a type is not sealed or has a record without a
	 * wire form
	 */
	public WireCodec(Map<String, Class<? extends ElectionMessage>> messageTypeByGroup,
			Map<String, Map<String, Class<? extends ElectionMessage>>> extensionTypes) {
		Map<List<Object>, RecordFamily> families = new HashMap<>();
		messageTypeByGroup.forEach((group, type) -> {
			Map<String, Class<? extends ElectionMessage>> others = extensionTypes.getOrDefault(group, Map.of());
			this.messagesByGroup.put(group,
					families.computeIfAbsent(List.of(type, others), (key) -> new RecordFamily(type, others)));
		});
	}

	/**
	 * Writes a message as ASCII text.
	 * @throws IllegalArgumentException if the group is unknown, the message is of another
	 * algorithm, or the text would be longer than {@link #MAX_FRAME_LENGTH}, or 48 KiB
	 * for a message of an extension
	 */
	public String encode(Envelope<?> envelope) {
		RecordFamily family = this.messagesByGroup.get(envelope.group());
		if (family == null) {
			throw new IllegalArgumentException(
					"Unknown group '" + envelope.group() + "': use one of " + this.messagesByGroup.keySet());
		}
		String type = family.nameOf(envelope.body());
		int most = RecordFamily.isOfExtension(type) ? PrivateJson.MAX_LONG : MAX_FRAME_LENGTH;
		return PrivateJson.write(most, (out) -> {
			out.writeStartObject();
			out.writeNumberProperty("v", VERSION);
			out.writeStringProperty("type", type);
			out.writeStringProperty("cluster", envelope.cluster());
			out.writeStringProperty("group", envelope.group());
			out.writeStringProperty("from", envelope.from().value());
			out.writeStringProperty("identity", envelope.identity());
			out.writeNumberProperty("incarnation", envelope.incarnation());
			out.writeStringProperty("fingerprint", envelope.fingerprint());
			out.writeNumberProperty("answers", envelope.answers());
			out.writeName("body");
			family.write(envelope.body(), out);
			StateAge age = envelope.age();
			if (age != null) {
				out.writeName("age");
				out.writeStartObject();
				out.writeNumberProperty("saves", age.saves());
				out.writeStringProperty("identity", age.identity());
				out.writeNumberProperty("remembered", age.remembered());
				out.writeEndObject();
			}
			out.writeEndObject();
		});
	}

	public Envelope<? extends ElectionMessage> decode(String text) throws WireException {
		boolean isOfExtension = text.length() > MAX_FRAME_LENGTH && EXTENSION.matcher(text).lookingAt();
		return PrivateJson.read(text, isOfExtension ? PrivateJson.MAX_LONG : MAX_FRAME_LENGTH, this::message);
	}

	private Envelope<? extends ElectionMessage> message(JsonParser in) throws WireException {
		requireVersion(in);
		String type = text(in, "type");
		String cluster = text(in, "cluster");
		String group = text(in, "group");
		RecordFamily family = this.messagesByGroup.get(group);
		String prefix = type.substring(0, type.indexOf('.') + 1);
		if (!prefix.isEmpty() && (family == null || !family.has(prefix))) {
			throw new WireException(WireException.Kind.NOT_MEANT, "a message of an extension that is not here");
		}
		if (family == null) {
			throw new WireException(WireException.Kind.UNKNOWN, "an unknown group");
		}
		NodeId from = nodeId(in, "from");
		String identity = text(in, "identity");
		long incarnation = number(in, "incarnation");
		String fingerprint = text(in, "fingerprint");
		long answers = number(in, "answers");
		PrivateJson.next(in, "body");
		ElectionMessage body = (ElectionMessage) family.read(in, type);
		StateAge age = PrivateJson.endAfter(in, "the frame", "age", WireCodec::age);
		return new Envelope<>(cluster, group, from, identity, incarnation, fingerprint, answers, age, body);
	}

	private static StateAge age(JsonParser in) throws WireException {
		if (in.currentToken() != JsonToken.START_OBJECT) {
			throw new WireException(WireException.Kind.MALFORMED, "'age' is not an object");
		}
		long saves = number(in, "saves");
		String identity = text(in, "identity");
		long remembered = number(in, "remembered");
		PrivateJson.end(in, "'age'");
		try {
			return new StateAge(saves, identity, remembered);
		}
		catch (IllegalArgumentException ex) {
			throw new WireException(WireException.Kind.MALFORMED, "'age' has an invalid value", ex);
		}
	}

	static void requireVersion(JsonParser in) throws WireException {
		if (number(in, "v") != VERSION) {
			throw new WireException(WireException.Kind.MALFORMED, "the frame does not have version " + VERSION);
		}
	}

	static String text(JsonParser in, String name) throws WireException {
		PrivateJson.next(in, name);
		return JsonSource.text(in, name);
	}

	private static NodeId nodeId(JsonParser in, String name) throws WireException {
		try {
			return NodeId.of(text(in, name));
		}
		catch (IllegalArgumentException ex) {
			throw new WireException(WireException.Kind.MALFORMED, "'" + name + "' is not a node id", ex);
		}
	}

	private static long number(JsonParser in, String name) throws WireException {
		PrivateJson.next(in, name);
		return JsonSource.number(in, name);
	}

}
