package io.github.leaderelection.internal.store.kubernetes;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.internal.store.kubernetes.server.ApiFault;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.internal.store.real.Presets;
import io.github.leaderelection.internal.store.real.StoreClient;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What only an API server can do to a {@link KubernetesLeaseStore}.
 */
class KubernetesFaultsTests {

	/** A request that is given up before it is sent does not reach the server. */
	private static final Duration ENOUGH_TO_SEND = Duration.ofSeconds(5);

	private final StrictApiServer server = new StrictApiServer();

	private final StoreClient node = Asking.at(this.server);

	@AfterEach
	void close() {
		this.node.close();
		this.server.close();
	}

	private List<String> sent(String method) {
		return this.server.requests().stream().filter((request) -> request.startsWith(method)).toList();
	}

	/** As if renewals were not told, which would spare most reads. */
	@Test
	void anIdleNodeThatWaitsSendsAtMost75RequestsAMinute() throws IOException {
		this.node.held();
		this.server.forgetRequests();
		this.node.store().watch(StoreClient.KEY, (changed) -> {
		});
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(this.node.store()::tellsChanges);
		int opening = this.server.requests().size();
		assertThat(opening).isPositive();
		this.node.read();
		int reading = this.server.requests().size() - opening;
		assertThat(reading).isEqualTo(1);
		double openings = Duration.ofMinutes(1).toSeconds() / (double) ClusterWatch.SILENCE_SECONDS;
		assertThat(reading * Presets.readsAMinute() + opening * openings)
			.isLessThanOrEqualTo(Presets.REQUESTS_A_MINUTE);
	}

	@Test
	void writeAfterADeletionMakesNoLease() {
		LeaseRecord held = this.node.held();
		this.server.delete("leases", Asking.NAME);
		this.server.forgetRequests();
		for (Request write : List.of(this.node.renew(held.version()), this.node.release(held.version()),
				this.node.take(held.version()))) {
			assertThat(this.node.ask(write)).isEqualTo(new Answer.NotDone());
		}
		assertThat(sent("PUT")).hasSize(3);
		assertThat(this.server.leases()).isEmpty();
	}

	@Test
	void writeToALeaseThatWasMadeAnewIsRefused() {
		LeaseRecord held = this.node.held();
		this.server.delete("leases", Asking.NAME);
		try (StoreClient other = Asking.at(this.server)) {
			LeaseRecord anew = other.held();
			assertThat(this.node.ask(this.node.renew(held.version()))).isEqualTo(new Answer.NotDone());
			assertThat(this.node.read()).isEqualTo(new Answer.Held(anew));
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "TOO_MANY_REQUESTS", "FAILS", "FAILS_LATE", "ANSWER_LOST", "BREAKS_LATE" })
	void requestThatFailsIsUnknownAndIsNotRepeated(ApiFault fault) {
		LeaseRecord created = this.node.done(this.node.create());
		this.server.plan("PUT", fault);
		assertThat(this.node.ask(this.node.take(created.version()), ENOUGH_TO_SEND)).isInstanceOf(Answer.Unknown.class);
		assertThat(sent("PUT")).hasSize(1);
		this.server.plan("POST", fault);
		StoreClient other = this.node.of("other");
		assertThat(other.ask(other.create(), ENOUGH_TO_SEND)).isInstanceOf(Answer.Unknown.class);
		assertThat(sent("POST")).hasSize(2);
	}

	@Test
	void conflictAfterARepeatedRequestIsUnknown() {
		LeaseRecord created = this.node.done(this.node.create());
		this.server.plan("PUT", ApiFault.REDIRECTED_LATE);
		Request.Take take = this.node.take(created.version());
		assertThat(this.node.ask(take)).isInstanceOf(Answer.Unknown.class);
		assertThat(sent("PUT")).hasSize(2);
		assertThat(this.node.read()).isInstanceOfSatisfying(Answer.Held.class,
				(held) -> assertThat(held.record().attempt()).as("the first of the two was done")
					.isEqualTo(take.attempt()));
	}

	@Test
	void conflictIsUnknownWhereTheJdkRepeatsWrites() {
		assertThat(ApiClient.isJdkRepeating(null)).isFalse();
		assertThat(ApiClient.isJdkRepeating("false")).isFalse();
		assertThat(ApiClient.isJdkRepeating("")).isTrue();
		assertThat(ApiClient.isJdkRepeating("true")).isTrue();
		// The JDK reads the property at its first request.
		this.node.read();
		System.setProperty("jdk.httpclient.enableAllMethodRetry", "true");
		try (StoreClient repeating = Asking.at(this.server)) {
			LeaseRecord created = repeating.done(repeating.create());
			repeating.done(repeating.take(created.version()));
			assertThat(repeating.ask(repeating.create())).isInstanceOf(Answer.Unknown.class);
		}
		finally {
			System.clearProperty("jdk.httpclient.enableAllMethodRetry");
		}
	}

	@Test
	void conflictThatAProxyAnswersIsUnknown() {
		LeaseRecord created = this.node.done(this.node.create());
		this.server.plan("PUT", ApiFault.CONFLICT_OF_A_PROXY);
		assertThat(this.node.ask(this.node.take(created.version()))).isInstanceOf(Answer.Unknown.class);
		assertThat(this.node.read()).isEqualTo(new Answer.Free(created));
	}

	@Test
	void oneTryTakesLessThanHalfOfTheTimeThatItsCallerWaits() {
		LeaseRecord held = this.node.held();
		this.server.plan("PUT", ApiFault.ANSWER_LOST);
		assertThat(this.node.ask(this.node.renew(held.version()), ENOUGH_TO_SEND))
			.isEqualTo(new Answer.Unknown("The API server did not answer in time"));
		assertThat(this.node.read()).isInstanceOf(Answer.Held.class);
	}

	@Test
	void rightThatIsWithdrawnLaterIsUnknownAndSaysWhich() {
		LeaseRecord held = this.node.held();
		this.server.forbid("update leases", "get leases");
		assertThat(this.node.ask(this.node.renew(held.version()))).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).contains("403", "system:serviceaccount:shop:orders", "update",
						"Role"));
		assertThat(this.node.read()).isInstanceOf(Answer.Unknown.class);
		this.server.permitAll();
		this.node.done(this.node.renew(held.version()));
	}

	@Test
	void leaseOfAnotherClusterUnderTheSameNameIsNotUsed() {
		LeaseRecord held = this.node.held();
		var lease = this.server.get("leases", Asking.NAME);
		lease.withObject("/metadata/annotations").put(LeaseObject.CLUSTER_LABEL, "invoices");
		this.server.write("leases", lease);
		assertThat(this.node.read()).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).contains("lease-prefix", Asking.NAME));
		assertThat(this.node.ask(this.node.renew(held.version()))).isEqualTo(new Answer.NotDone());
	}

}
