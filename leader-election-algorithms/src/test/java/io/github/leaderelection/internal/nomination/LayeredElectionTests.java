package io.github.leaderelection.internal.nomination;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.emergent.EmergentMessage;
import io.github.leaderelection.internal.emergent.EmergentNomination;
import io.github.leaderelection.internal.emergent.EmergentState;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * When a nomination is asked what follows from the settings.
 */
class LayeredElectionTests {

	private static final long MILLI = 1_000_000;

	/** The names of the methods of the nomination that were called, in order. */
	private final List<String> asked = new ArrayList<>();

	private final LayeredElection<EmergentState, EmergentMessage> election = new LayeredElection<>(
			listened(new EmergentNomination()));

	@SuppressWarnings("unchecked") // The proxy hands on to a nomination of these types.
	private Nomination<EmergentState, EmergentMessage> listened(EmergentNomination nomination) {
		return (Nomination<EmergentState, EmergentMessage>) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { Nomination.class }, (proxy, method, arguments) -> {
					this.asked.add(method.getName());
					try {
						return method.invoke(nomination, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	private static Recovered recovered(String option, String value) {
		List<NodeId> members = Stream.of("a", "b", "c").map(NodeId::of).toList();
		ElectionSettings settings = ElectionSettings.of("cluster", "group", members.get(0), members)
			.durable(true)
			.drainNanos(0)
			.options(AlgorithmOptions.of("emergent", Map.of(option, value)))
			.build();
		return new Recovered(settings, null, 1);
	}

	@Test
	void viewShowsWhatTheStartWorkedOut() {
		Now now = new Now(0, 0);
		EmergentState state = this.election.start(recovered("minimum-cluster-size", "2"), now, 7).state();
		assertThat(Collections.frequency(this.asked, "promises")).isOne();
		assertThat(Collections.frequency(this.asked, "required")).isOne();
		assertThat(Collections.frequency(this.asked, "electionTimeout")).isOne();
		this.asked.clear();
		ElectionView view = this.election.view(state, now);
		assertThat(view.promises()).containsExactly(Promise.S1, Promise.S2, Promise.S3, Promise.S4, Promise.L1);
		assertThat(this.asked).containsExactly("view");
	}

	@Test
	void startRefusesWhatTheCheckOfTheSettingsRefuses() {
		Recovered wrong = recovered("join-failure", "later");
		assertThatIllegalArgumentException().isThrownBy(() -> Algorithm.named("emergent").check(wrong.settings()))
			.satisfies((checked) -> assertThatIllegalArgumentException()
				.isThrownBy(() -> this.election.start(wrong, new Now(0, 0), 7))
				.withMessage(checked.getMessage()));
	}

}
