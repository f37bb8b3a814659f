package io.github.leaderelection.wire;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.protocol.ElectionMessage;
import io.github.leaderelection.protocol.Envelope;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages as text and back. The wire form is derived from each group's sealed message
 * type and its records: an object with the version, the record's simple name, what every
 * message carries, and the record's components as the body. Strict: what is missing, not
 * known, too long or of another type is refused. Safe for use from any thread.
 */
public final class WireCodec {

	/** The version of the wire form. */
	public static final int VERSION = 1;

	/** No frame has more characters; frames are ASCII, so no more bytes either. */
	public static final int MAX_FRAME_LENGTH = PrivateJson.MAX_LENGTH;

	private static final String[] COMMON = { "v", "type", "cluster", "group", "from", "identity", "incarnation",
			"fingerprint", "answers", "body" };

	private final Map<String, RecordFamily> messagesByGroup;

	/**
	 * Derives the wire form.
	 * @param messageTypeByGroup the sealed message type of each group's algorithm, by the
	 * group's name
	 * @throws IllegalArgumentException if a type is not sealed or has a record without a
	 * wire form; the message names it
	 */
	public WireCodec(Map<String, Class<? extends ElectionMessage>> messageTypeByGroup) {
		Map<Class<?>, RecordFamily> families = new HashMap<>();
		Map<String, RecordFamily> byGroup = new HashMap<>();
		messageTypeByGroup
			.forEach((group, type) -> byGroup.put(group, families.computeIfAbsent(type, RecordFamily::new)));
		this.messagesByGroup = Map.copyOf(byGroup);
	}

	/**
	 * Writes a message.
	 * @param envelope the message
	 * @return a text of at most {@link #MAX_FRAME_LENGTH} ASCII characters
	 * @throws IllegalArgumentException if its group is not known, it is of another
	 * algorithm, or the text would be too long; the message says which
	 */
	public String encode(Envelope<?> envelope) {
		RecordFamily family = this.messagesByGroup.get(envelope.group());
		if (family == null) {
			throw new IllegalArgumentException(
					"There is no group '" + envelope.group() + "', only " + this.messagesByGroup.keySet());
		}
		ObjectNode frame = JsonNodeFactory.instance.objectNode();
		frame.put("v", VERSION);
		frame.put("type", envelope.body().getClass().getSimpleName());
		frame.put("cluster", envelope.cluster());
		frame.put("group", envelope.group());
		frame.put("from", envelope.from().value());
		frame.put("identity", envelope.identity());
		frame.put("incarnation", envelope.incarnation());
		frame.put("fingerprint", envelope.fingerprint());
		frame.put("answers", envelope.answers());
		frame.set("body", family.write(envelope.body()));
		return PrivateJson.write(frame);
	}

	/**
	 * Reads a message.
	 * @param text the text
	 * @return the message
	 * @throws WireException if the text is not a message of a known group
	 */
	public Envelope<? extends ElectionMessage> decode(String text) throws WireException {
		ObjectNode frame = PrivateJson.read(text);
		if (frame.size() != COMMON.length) {
			throw new WireException(WireException.Kind.MALFORMED,
					"the frame has " + frame.size() + " properties instead of " + COMMON.length);
		}
		requireVersion(frame);
		String type = text(frame, "type");
		String group = text(frame, "group");
		RecordFamily family = this.messagesByGroup.get(group);
		if (family == null) {
			throw new WireException(WireException.Kind.UNKNOWN, "a group this node has not");
		}
		ElectionMessage body = (ElectionMessage) family.read(frame.get("body"), type);
		return new Envelope<>(text(frame, "cluster"), group, (NodeId) part(frame, "from", SimpleShape.NODE_ID),
				text(frame, "identity"), number(frame, "incarnation"), text(frame, "fingerprint"),
				number(frame, "answers"), body);
	}

	/**
	 * Whether a message is sent again before long anyway, so that losing it costs little.
	 * True for what has to do with heartbeats; votes, cessions and questions are not.
	 * @param message the message
	 * @return whether it may be dropped rather than a link be closed
	 */
	public static boolean isRepeated(ElectionMessage message) {
		return message.getClass().getSimpleName().contains("Heartbeat");
	}

	static void requireVersion(ObjectNode frame) throws WireException {
		if ((Long) part(frame, "v", SimpleShape.LONG) != VERSION) {
			throw new WireException(WireException.Kind.MALFORMED, "the frame is not of version " + VERSION);
		}
	}

	static String text(ObjectNode frame, String name) throws WireException {
		return (String) part(frame, name, SimpleShape.STRING);
	}

	private static long number(ObjectNode frame, String name) throws WireException {
		return (Long) part(frame, name, SimpleShape.LONG);
	}

	private static Object part(ObjectNode frame, String name, Shape shape) throws WireException {
		JsonNode part = frame.get(name);
		if (part == null) {
			throw new WireException(WireException.Kind.MALFORMED, "the frame has no '" + name + "'");
		}
		return shape.read(part, name);
	}

}
