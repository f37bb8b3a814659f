package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.internal.store.real.StoreClient;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseObject}: what other tools read, and what of theirs is read.
 */
class LeaseObjectTests {

	private final StrictApiServer server = new StrictApiServer();

	private final StoreClient node = Asking.at(this.server);

	@AfterEach
	void close() {
		this.node.close();
		this.server.close();
	}

	private JsonNode spec() {
		return this.server.get("leases", Asking.NAME).path("spec");
	}

	private LeaseRecord seen() {
		Answer answer = this.node.read();
		return (answer instanceof Answer.Foreign foreign) ? foreign.record() : ((Answer.Held) answer).record();
	}

	@Test
	void fieldsSayWhatOtherToolsRead() {
		LeaseRecord created = this.node.done(this.node.create());
		assertThat(spec().path("holderIdentity").asText("")).isEmpty();
		assertThat(spec().path("leaseDurationSeconds").asInt()).as("rounded up").isEqualTo(10);
		assertThat(spec().path("leaseTransitions").asInt()).isZero();
		LeaseRecord held = this.node.done(this.node.take(created.version()));
		JsonNode taken = spec();
		assertThat(taken.path("holderIdentity").asText()).isEqualTo("node-a");
		assertThat(taken.path("leaseTransitions").asInt()).isEqualTo(1);
		assertThat(taken.path("acquireTime")).isEqualTo(taken.path("renewTime"));
		LeaseRecord renewed = this.node.done(this.node.renew(held.version()));
		assertThat(spec().path("acquireTime")).isEqualTo(taken.path("acquireTime"));
		assertThat(spec().path("renewTime").asText()).isGreaterThan(taken.path("renewTime").asText());
		assertThat(spec().path("leaseTransitions").asInt()).isEqualTo(1);
		this.node.done(this.node.release(renewed.version()));
		assertThat(spec().path("holderIdentity").asText("")).isEmpty();
		assertThat(this.node.read()).isInstanceOf(Answer.Free.class);
	}

	@Test
	void labelsAndAnnotationsOfOthersStay() {
		LeaseRecord created = this.node.done(this.node.create());
		ObjectNode lease = this.server.get("leases", Asking.NAME);
		lease.withObject("/metadata/labels").put("team", "shop");
		lease.withObject("/metadata/annotations").put("example.com/note", "kept");
		this.server.write("leases", lease);
		Answer answer = this.node.read();
		assertThat(answer).isInstanceOf(Answer.Free.class);
		LeaseRecord noted = ((Answer.Free) answer).record();
		assertThat(noted.version()).isNotEqualTo(created.version());
		this.node.done(this.node.renew(this.node.done(this.node.take(noted.version())).version()));
		JsonNode meta = this.server.get("leases", Asking.NAME).path("metadata");
		assertThat(meta.path("labels").path("team").asText()).isEqualTo("shop");
		assertThat(meta.path("annotations").path("example.com/note").asText()).isEqualTo("kept");
	}

	@Test
	void leaseOfAnotherToolIsHeldForItsDuration() {
		ObjectNode spec = JsonNodeFactory.instance.objectNode();
		spec.put("holderIdentity", "pod-7_of-client-go").put("leaseDurationSeconds", 137).put("leaseTransitions", 12);
		this.server.create("leases", Asking.NAME, spec);
		LeaseRecord seen = seen();
		assertThat(seen.durationNanos()).isEqualTo(Duration.ofSeconds(137).toNanos());
		assertThat(seen.token()).isEqualTo(12);
		assertThat(seen.holder()).isNull();
		LeaseRecord taken = this.node.done(this.node.take(seen.version()));
		assertThat(taken.token()).isGreaterThan(12);
		assertThat(spec().path("leaseTransitions").asInt()).isEqualTo(13);
		assertThat(seen()).isEqualTo(taken);
	}

	@Test
	void leaseOfAnotherToolWithoutAHolderIsHeldToo() {
		this.server.create("leases", Asking.NAME, JsonNodeFactory.instance.objectNode());
		LeaseRecord seen = seen();
		assertThat(seen.free()).isFalse();
		assertThat(seen.token()).isZero();
		assertThat(seen.durationNanos()).isEqualTo(Duration.ofMinutes(1).toNanos());
		this.node.done(this.node.take(seen.version()));
	}

	@Test
	void leaseThatAnotherToolTakesFromUsIsItsOwn() {
		LeaseRecord held = this.node.held();
		this.node.done(this.node.release(held.version()));
		ObjectNode lease = this.server.get("leases", Asking.NAME);
		lease.withObject("/spec").put("holderIdentity", "client-go").put("renewTime", "2026-01-02T03:04:05.000006Z");
		this.server.write("leases", lease);
		LeaseRecord seen = seen();
		assertThat(seen.holder()).isNull();
		assertThat(seen.free()).as("what our annotations say no longer counts").isFalse();
		assertThat(seen.token()).as("tokens go on").isEqualTo(held.token());
	}

	@Test
	void renewalOfAnotherToolUnderTheSameNameIsNotOurs() {
		this.node.held();
		ObjectNode lease = this.server.get("leases", Asking.NAME);
		lease.withObject("/spec").put("renewTime", "2026-01-02T03:04:05.000006Z");
		this.server.write("leases", lease);
		assertThat(seen().holder()).isNull();
	}

	@Test
	void annotationsThatSomebodySpoiledDoNotCount() {
		for (String mark : List.of("token", "duration-nanos", "holder", "renew-time")) {
			StoreClient spoiled = this.node.of("of-" + mark);
			LeaseRecord held = spoiled.held();
			String name = "leader-election.orders." + spoiled.key().group();
			ObjectNode lease = this.server.get("leases", name);
			lease.withObject("/metadata/annotations").put(LeaseObject.DOMAIN + mark, "a b");
			this.server.write("leases", lease);
			assertThat(spoiled.read()).isInstanceOfSatisfying(Answer.Foreign.class, (answer) -> {
				assertThat(answer.record().holder()).as(mark).isNull();
				assertThat(spoiled.done(spoiled.take(answer.record().version())).token()).isGreaterThan(held.token());
			});
		}
	}

}
