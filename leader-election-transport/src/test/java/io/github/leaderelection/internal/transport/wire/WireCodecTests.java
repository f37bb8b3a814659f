package io.github.leaderelection.internal.transport.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.ballot.BallotMessage;
import io.github.leaderelection.internal.ballot.Claim;
import io.github.leaderelection.internal.bully.BullyMessage;
import io.github.leaderelection.internal.emergent.EmergentMessage;
import io.github.leaderelection.internal.emergent.GroupList;
import io.github.leaderelection.internal.emergent.GroupMember;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.Broadcast;
import io.github.leaderelection.internal.quorum.QuorumMessage.BroadcastResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HealthVerdict;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.Missed;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.internal.quorum.QuorumMessage.SuspicionReport;
import io.github.leaderelection.internal.raft.RaftMessage;
import io.github.leaderelection.internal.ring.RingCandidate;
import io.github.leaderelection.internal.ring.RingMessage;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.StateAge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link WireCodec}.
 */
class WireCodecTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("host-b:8080");

	private final WireCodec codec = new WireCodec(Map.of("default", QuorumMessage.class, "jobs", QuorumMessage.class));

	static List<QuorumMessage> messages() {
		return List.of(new Introduction(7, List.of(A, B), true, 3, true, false),
				new Introduction(0, List.of(A), false, 0, false, true), new StateQuestion(1, Long.MAX_VALUE),
				new StateAnswer(5, -3, true, false, 1_000_000_000L, 0.05),
				new StateAnswer(5, 3, false, true, 0, Double.MIN_VALUE), new ScoutingRequest(4, 9, 5),
				new ScoutingResponse(4, 9, false, Refusal.BACKED_LEADER, B, 4, 12),
				new ScoutingResponse(4, 9, true, Refusal.NONE, null, 0, 0),
				new ElectionProposal(Long.MAX_VALUE, 2_000_000_000L, new Ceded(B, Long.MIN_VALUE, 41)),
				new ElectionProposal(6, 2, null),
				new ElectionResponse(6, 7, false, Refusal.IMPLAUSIBLE_TERM, 1_000_000_000L),
				new LeaderHeartbeat(6, 5, 1000, true, 1, 7, List.of(B, A)),
				new LeaderHeartbeat(6, 5, 1000, false, 1, 0, List.of()),
				new HeartbeatResponse(6, 1000, true, true, 1_000_000_000L),
				new HeartbeatResponse(6, 1001, false, false, 1_000_000_000L), new SuspicionReport(6, List.of(A, B)),
				new SuspicionReport(6, List.of()), new HealthVerdict(6, List.of(new Missed(A, 3), new Missed(B, 0))),
				new Broadcast(6, 5, 1, "over \u2028 there"), new BroadcastResponse(6, 5, 2), new StaleHeartbeat(7, A),
				new StaleHeartbeat(7, null), new LeadershipCession(6, List.of(A, B), false));
	}

	private static Envelope<QuorumMessage> envelope(QuorumMessage body) {
		return new Envelope<>("default", "jobs", B, "identity \u00e9\"\n", -5, "00ff", 17, body);
	}

	@ParameterizedTest
	@MethodSource("messages")
	void everyMessageComesBackAsItWasSent(QuorumMessage body) throws WireException {
		String text = this.codec.encode(envelope(body));
		assertThat(this.codec.decode(text)).isEqualTo(envelope(body));
		assertThat(text).isPrintable().hasSizeLessThan(1024);
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "\"", "\u00e9", "\u0001" })
	void longestBroadcastHasAFrame(String character) throws WireException {
		Broadcast longest = new Broadcast(6, 5, 2, character.repeat(LeaderBroadcast.MAX_LENGTH));
		assertThat(this.codec.decode(this.codec.encode(envelope(longest)))).isEqualTo(envelope(longest));
	}

	@Test
	void noMessageTypeIsForgotten() {
		assertThat(messages().stream().map(Object::getClass).distinct())
			.containsExactlyInAnyOrder(QuorumMessage.class.getPermittedSubclasses());
	}

	@Test
	void theWireFormIsThis() {
		String text = this.codec.encode(new Envelope<>("c", "default", B, "i", 2, "f", 0, new StaleHeartbeat(7, null)));
		assertThat(text).isEqualTo("{\"v\":2,\"type\":\"StaleHeartbeat\",\"cluster\":\"c\",\"group\":\"default\","
				+ "\"from\":\"host-b:8080\",\"identity\":\"i\",\"incarnation\":2,\"fingerprint\":\"f\",\"answers\":0,"
				+ "\"body\":{\"term\":7,\"leader\":null}}");
	}

	@Test
	void theAgeOfStatesStandsBehindTheBodyWhereItIsSaid() throws WireException {
		for (StateAge age : List.of(new StateAge(7, "", 0), new StateAge(Long.MAX_VALUE, "i".repeat(255), 3))) {
			Envelope<QuorumMessage> said = new Envelope<>("c", "default", B, "i", 2, "f", 0, age,
					new StaleHeartbeat(7, null));
			assertThat(this.codec.decode(this.codec.encode(said))).isEqualTo(said);
			assertThat(this.codec.encode(said)).endsWith(",\"age\":{\"saves\":" + age.saves() + ",\"identity\":\""
					+ age.identity() + "\",\"remembered\":" + age.remembered() + "}}");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "7", "null", "[]", "{}", "{\"saves\":7}",
			"{\"saves\":-1,\"identity\":\"\",\"remembered\":0}", "{\"saves\":1,\"identity\":\"\",\"remembered\":-1}",
			"{\"saves\":1.5,\"identity\":\"\",\"remembered\":1}", "{\"saves\":1,\"identity\":7,\"remembered\":1}" })
	void anAgeThatCannotBeRightIsRefused(String age) {
		String text = this.codec.encode(envelope(new StaleHeartbeat(7, null)));
		String more = text.substring(0, text.length() - 1) + ",\"age\":" + age + "}";
		assertThatExceptionOfType(WireException.class).isThrownBy(() -> this.codec.decode(more));
	}

	@Test
	void whatThisVersionDoesNotKnowIsPassedOverBehindWhatItKnows() throws WireException {
		for (QuorumMessage body : messages()) {
			String text = this.codec.encode(envelope(body));
			String more = text.substring(0, text.length() - 2) + (text.endsWith("{}}") ? "" : ",")
					+ "\"saves\":[1,{\"x\":null}]},\"more\":{\"v\":1},\"v\":3}";
			assertThat(this.codec.decode(more)).isEqualTo(envelope(body));
		}
	}

	@Test
	void everyCutTextIsRefused() {
		for (QuorumMessage body : messages()) {
			String text = this.codec.encode(envelope(body));
			for (int length = 0; length < text.length(); length++) {
				refuses(text.substring(0, length));
			}
			refuses(text + " x");
			refuses(text + text);
		}
	}

	@Test
	void changedTextIsReadOrRefusedButNothingElse() {
		Random random = new Random(4711);
		List<String> texts = new ArrayList<>();
		messages().forEach((body) -> texts.add(this.codec.encode(envelope(body))));
		String spice = "{}[]\",:0123456789-+.eE nulltrfas\\u\u0000\u20ac";
		int refused = 0;
		for (int i = 0; i < 20_000; i++) {
			StringBuilder text = new StringBuilder(texts.get(random.nextInt(texts.size())));
			for (int change = 0; change <= random.nextInt(4); change++) {
				int at = random.nextInt(text.length());
				switch (random.nextInt(4)) {
					case 0 -> text.deleteCharAt(at);
					case 1 -> text.insert(at, spice.charAt(random.nextInt(spice.length())));
					case 2 -> text.setCharAt(at, spice.charAt(random.nextInt(spice.length())));
					default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(40))));
				}
			}
			refused += isRefused(text.toString()) ? 1 : 0;
		}
		assertThat(refused).isGreaterThan(10_000);
	}

	@Test
	void garbageIsRefused() {
		Random random = new Random(815);
		for (int i = 0; i < 5_000; i++) {
			StringBuilder text = new StringBuilder();
			random.ints(random.nextInt(300), 0, 0x300).forEach((c) -> text.append((char) c));
			refuses(text.toString());
		}
	}

	private boolean isRefused(String text) {
		try {
			this.codec.decode(text);
			return false;
		}
		catch (WireException ex) {
			return true;
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "null", "1", "[]", "\"x\"", "{}", "NaN", "{\"v\":2}" })
	void whatIsNoFrameIsRefused(String text) {
		refuses(text);
	}

	private void refuses(String text) {
		assertThatExceptionOfType(WireException.class).isThrownBy(() -> this.codec.decode(text));
	}

	static Stream<String[]> changes() {
		return Stream.of(new String[][] { { "\"v\":2", "\"v\":1" }, { "\"v\":2", "\"v\":\"2\"" },
				{ "\"v\":2", "\"v\":2.0" }, { "\"v\":2", "\"v\":2,\"v\":2" }, { "\"v\":2", "\"w\":1" },
				{ "\"v\":2", "\"v\":2,\"more\":0" }, { "\"term\":6", "\"term\":\"6\"" },
				{ "\"term\":6", "\"term\":6.0" }, { "\"term\":6", "\"term\":null" },
				{ "\"term\":6", "\"term\":9223372036854775808" }, { "\"term\":6,", "" },
				{ "\"term\":6", "\"term\":6,\"more\":1" }, { "\"granted\":false", "\"granted\":0" },
				{ "\"granted\":false", "\"granted\":\"false\"" }, { "\"VOTED\"", "\"voted\"" }, { "\"VOTED\"", "4" },
				{ "\"VOTED\"", "null" }, { "\"from\":\"host-b:8080\"", "\"from\":\"host b\"" },
				{ "\"from\":\"host-b:8080\"", "\"from\":null" }, { "\"from\":\"host-b:8080\"", "\"from\":7" },
				{ "\"identity\":\"i\"", "\"identity\":null" }, { "\"answers\":17", "\"answers\":true" },
				{ "\"body\":{", "\"body\":[{" }, { "\"fingerprint\":\"f\"", "\"fingerprint\":{}" } });
	}

	@ParameterizedTest
	@MethodSource("changes")
	void whatIsNotOfTheFormIsRefusedAsMalformed(String part, String changed) {
		String text = this.codec.encode(new Envelope<>("c", "jobs", B, "i", -5, "f", 17,
				new ElectionResponse(6, 7, false, Refusal.VOTED, 1_000_000_000L)));
		assertThat(text).contains(part);
		assertThatExceptionOfType(WireException.class).isThrownBy(() -> this.codec.decode(text.replace(part, changed)))
			.extracting(WireException::kind)
			.isEqualTo(WireException.Kind.MALFORMED);
	}

	@Test
	void anUnknownTypeAndAnUnknownGroupAreToldApartFromGarbage() {
		String text = this.codec.encode(envelope(new HeartbeatResponse(1, 2, true, true, 1_000_000_000L)));
		for (String other : List.of(text.replace("HeartbeatResponse", "AppendEntries"),
				text.replace("\"jobs\"", "\"others\""), text.replace("HeartbeatResponse", "Ceded"))) {
			assertThatExceptionOfType(WireException.class).isThrownBy(() -> this.codec.decode(other))
				.extracting(WireException::kind)
				.isEqualTo(WireException.Kind.UNKNOWN);
		}
	}

	@Test
	void nodeThatDoesNotKnowAMessageYetRefusesItAloneAndKeepsTheLink() {
		String report = this.codec.encode(envelope(new SuspicionReport(6, List.of(A))));
		assertThatExceptionOfType(WireException.class)
			.isThrownBy(() -> this.codec.decode(report.replace("SuspicionReport", "ReportToCome")))
			.extracting(WireException::kind)
			.isEqualTo(WireException.Kind.UNKNOWN);
		refuses(report.replace("[\"a\"]", "[" + "\"a\",".repeat(256) + "\"a\"]"));
	}

	@Test
	void longListsTextsAndNestsAreRefused() {
		String list = IntStream.range(0, 257).mapToObj((i) -> "\"n" + i + '"').collect(Collectors.joining(","));
		String beat = this.codec.encode(envelope(new LeaderHeartbeat(6, 5, 1000, true, 1, 0, List.of())));
		refuses(beat.replace("\"successors\":[]", "\"successors\":[" + list + "]"));
		refuses(beat.replace("\"00ff\"", '"' + "f".repeat(1025) + '"'));
		refuses(beat.replace("\"successors\":[]", "\"successors\":" + "[".repeat(2000) + "]".repeat(2000)));
		refuses(beat.replace("\"term\":6", "\"term\":" + "6".repeat(5000)));
		assertThatExceptionOfType(WireException.class).isThrownBy(() -> this.codec.decode(" ".repeat(16_385)))
			.extracting(WireException::kind)
			.isEqualTo(WireException.Kind.TOO_LARGE);
	}

	@Test
	void whatHasNoWireFormIsNotWritten() {
		List<NodeId> many = IntStream.range(0, 101).mapToObj((i) -> NodeId.of("n" + i + "x".repeat(200))).toList();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.codec.encode(envelope(new LeadershipCession(1, many, false))))
			.withMessageContaining("shorter node ids");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.codec.encode(envelope(new StateAnswer(1, 1, true, true, 1, Double.NaN))));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.codec.encode(envelope(new ScoutingResponse(4, 9, false, null, B, 4, 12))))
			.withMessageContaining("reason");
		assertThatIllegalArgumentException().isThrownBy(
				() -> this.codec.encode(new Envelope<>("c", "none", B, "i", 1, "f", 0, new StaleHeartbeat(1, null))))
			.withMessageContaining("none");
	}

	@Test
	void aTypeThatIsNotSealedOrHasStrangeComponentsIsRefusedAtOnce() {
		assertThatIllegalArgumentException().isThrownBy(() -> new WireCodec(Map.of("g", Open.class)))
			.withMessageContaining("make it sealed");
		assertThatIllegalArgumentException().isThrownBy(() -> new WireCodec(Map.of("g", Strange.class)))
			.withMessageContaining("java.util.Map");
	}

	@Test
	void messagesOfAnExtensionBearItsName() throws WireException {
		WireCodec extended = new WireCodec(Map.of("default", QuorumMessage.class, "jobs", QuorumMessage.class),
				Map.of("jobs", Map.of("toy", Toy.class, "other", StaleOnes.class)));
		Envelope<Toy> sent = new Envelope<>("c", "jobs", B, "i", 2, "f", 0, new Toy.Greeting(7, List.of("x")));
		assertThat(extended.encode(sent)).isEqualTo("{\"v\":2,\"type\":\"toy.Greeting\",\"cluster\":\"c\","
				+ "\"group\":\"jobs\",\"from\":\"host-b:8080\",\"identity\":\"i\",\"incarnation\":2,"
				+ "\"fingerprint\":\"f\",\"answers\":0,\"body\":{\"term\":7,\"names\":[\"x\"]}}");
		assertThat(extended.decode(extended.encode(sent))).isEqualTo(sent);
		Envelope<StaleOnes> namesake = new Envelope<>("c", "jobs", B, "i", 2, "f", 0, new StaleOnes.StaleHeartbeat(7));
		assertThat(extended.encode(namesake)).contains("\"type\":\"other.StaleHeartbeat\"");
		assertThat(extended.decode(extended.encode(namesake))).isEqualTo(namesake);
		for (QuorumMessage body : messages()) {
			assertThat(extended.encode(envelope(body))).isEqualTo(this.codec.encode(envelope(body)));
			assertThat(extended.decode(this.codec.encode(envelope(body)))).isEqualTo(envelope(body));
		}
	}

	@Test
	void textsOfAnExtensionMayBeLongAndThoseOfAnElectionMayNot() throws WireException {
		WireCodec extended = new WireCodec(Map.of("default", QuorumMessage.class),
				Map.of("default", Map.of("toy", Toy.class)));
		for (String text : List.of("y".repeat(32 * 1024), "\u0001".repeat(32 * 1024), "\u4e2d", "\"", "")) {
			Envelope<Toy> sent = new Envelope<>("c", "default", B, "i", 2, "f", 0, new Toy.Greeting(7, List.of(text)));
			assertThat(extended.decode(extended.encode(sent))).isEqualTo(sent);
			assertThat(extended.encode(sent)).hasSizeLessThan(45 * 1024);
			assertThat(kindOf(this.codec, extended.encode(sent))).isEqualTo(WireException.Kind.NOT_MEANT);
		}
		Envelope<Toy> longest = new Envelope<>("c", "default", B, "i", 2, "f", 0,
				new Toy.Greeting(7, List.of("y".repeat(48 * 1024))));
		assertThatIllegalArgumentException().isThrownBy(() -> extended.encode(longest))
			.withMessageContaining("more than 49152")
			.withMessageContaining("values");
		String padded = this.codec.encode(envelope(messages().get(0)));
		assertThat(kindOf(extended, padded.substring(0, padded.length() - 1) + " ".repeat(16 * 1024) + '}'))
			.isEqualTo(WireException.Kind.TOO_LARGE);
	}

	@Test
	void messageOfAnExtensionThatTheGroupLacksIsNoError() {
		WireCodec extended = new WireCodec(Map.of("default", QuorumMessage.class, "jobs", QuorumMessage.class),
				Map.of("jobs", Map.of("toy", Toy.class)));
		String toy = extended.encode(new Envelope<>("c", "jobs", B, "i", 2, "f", 0, new Toy.Greeting(7, List.of())));
		assertThat(kindOf(this.codec, toy)).isEqualTo(WireException.Kind.NOT_MEANT);
		assertThat(kindOf(extended, toy.replace("jobs", "default"))).isEqualTo(WireException.Kind.NOT_MEANT);
		assertThat(kindOf(extended, toy.replace("toy.", "joy."))).isEqualTo(WireException.Kind.NOT_MEANT);
		assertThat(kindOf(extended, toy.replace("toy.Greeting", "toy.Farewell"))).isEqualTo(WireException.Kind.UNKNOWN);
		assertThat(kindOf(extended, toy.replace("toy.", ""))).isEqualTo(WireException.Kind.UNKNOWN);
		assertThat(kindOf(extended, toy.replace("\"term\":7", "\"term\":\"x\"")))
			.isEqualTo(WireException.Kind.MALFORMED);
		assertThatIllegalArgumentException().isThrownBy(
				() -> this.codec.encode(new Envelope<>("c", "jobs", B, "i", 2, "f", 0, new Toy.Greeting(7, List.of()))))
			.withMessageContaining("is not a QuorumMessage");
	}

	private static WireException.Kind kindOf(WireCodec codec, String text) {
		return catchThrowableOfType(WireException.class, () -> codec.decode(text)).kind();
	}

	@Test
	void onlyWhatHasToDoWithHeartbeatsIsRepeated() {
		assertThat(messages().stream().filter(QuorumMessage::isRepeated).map(Object::getClass).distinct())
			.containsExactlyInAnyOrder(LeaderHeartbeat.class, HeartbeatResponse.class, StaleHeartbeat.class,
					SuspicionReport.class, HealthVerdict.class, Broadcast.class, BroadcastResponse.class);
	}

	/**
	 * Messages of an extension.
	 */
	sealed interface Toy extends ElectionMessage {

		/**
		 * A greeting.
		 */
		record Greeting(long term, List<String> names) implements Toy {
		}

	}

	/**
	 * Messages of an extension, one with the name of an election's.
	 */
	sealed interface StaleOnes extends ElectionMessage {

		/**
		 * Not the one of the election.
		 */
		record StaleHeartbeat(long term) implements StaleOnes {
		}

	}

	/**
	 * Not sealed.
	 */
	interface Open extends ElectionMessage {

	}

	/**
	 * Sealed, but with a component that has no wire form.
	 */
	sealed interface Strange extends ElectionMessage {

		/**
		 * A map has no wire form.
		 *
		 * @param term the term
		 * @param map the map
		 */
		record Mapping(long term, Map<String, String> map) implements Strange {
		}

	}

	@Test
	void carriesMessagesOfTheElectionBelow() throws Exception {
		WireCodec bully = new WireCodec(Map.of("default", BullyMessage.class));
		carries(BullyMessage.class, messages().stream().map(BullyMessage.Vote::new).toList());
		String unknown = bully
			.encode(new Envelope<>("c", "default", A, "i", 1, "f", 0,
					new BullyMessage.Vote(new HeartbeatResponse(6, 1000, true, true, 1_000_000_000L))))
			.replace("HeartbeatResponse", "Coordinator");
		assertThatExceptionOfType(WireException.class).isThrownBy(() -> bully.decode(unknown))
			.withMessageContaining("LeaderHeartbeat")
			.extracting(WireException::kind)
			.isEqualTo(WireException.Kind.UNKNOWN);
	}

	@Test
	void carriesClaimsAndVotes() throws Exception {
		for (Claim.Standing standing : Claim.Standing.values()) {
			carries(BallotMessage.class,
					List.of(new BallotMessage.Elect(2, 250_000_000, new Claim(standing, 7, Long.MAX_VALUE, true, 0)),
							new BallotMessage.Vote(3, Long.MAX_VALUE), new BallotMessage.Binding(messages().get(0))));
		}
	}

	@Test
	void carriesLaps() throws Exception {
		carries(RingMessage.class,
				List.of(new RingMessage.Election(9, new RingCandidate(A, true, 3)), new RingMessage.Coordinator(9, A),
						new RingMessage.Received(9, A), new RingMessage.Binding(messages().get(0))));
	}

	@Test
	void carriesPositionsWithMessagesOfTheElectionBelow() throws Exception {
		for (Position position : new Position[] { null, Position.NONE, new Position(Long.MAX_VALUE, -3) }) {
			carries(RaftMessage.class,
					messages().stream().map((message) -> new RaftMessage.Vote(message, position)).toList());
		}
	}

	@Test
	void carriesListsOfMembers() throws Exception {
		GroupList list = new GroupList(7, List.of(new GroupMember(A, Long.MIN_VALUE, 1), new GroupMember(B, 3, 2)));
		carries(EmergentMessage.class,
				List.of(new EmergentMessage.JoinResponse(3, list),
						new EmergentMessage.ListUpdate(new GroupList(0, List.of())),
						new EmergentMessage.Heartbeat(3, A, 7, -1, Long.MIN_VALUE, true),
						new EmergentMessage.JoinRequest(B, Long.MAX_VALUE, false), new EmergentMessage.MergeCall(2, 1),
						new EmergentMessage.Merge(A)));
	}

	private static <T extends ElectionMessage> void carries(Class<T> type, List<? extends T> messages)
			throws WireException {
		WireCodec codec = new WireCodec(Map.of("default", type));
		for (T message : messages) {
			Envelope<T> envelope = new Envelope<>("c", "default", A, "i", 1, "f", 2, message);
			assertThat(codec.decode(codec.encode(envelope))).isEqualTo(envelope);
		}
	}

}
