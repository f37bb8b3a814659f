package io.github.leaderelection.internal.gate.method;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.gate.Admission;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.spring.LeaderOnly;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is looked up for calls, and how often.
 */
class GatedCallsTests {

	private final List<String> lookUps = new ArrayList<>();

	private final GateStatistics statistics = new GateStatistics();

	private final LeaderGate gate = (group) -> {
		this.lookUps.add(group);
		return LeaderGate.fixed(true).of(group);
	};

	private final GatedCalls calls = new GatedCalls(new LeaderOnlyMethods(false), this.gate, this.statistics,
			new FakeGate().watch);

	@Test
	void theGateOfAMethodIsLookedUpOnce() throws Exception {
		GatedCall first = this.calls.find(Base.class.getMethod("work"), Jobs.class);
		assertThat(first).isNotNull();
		assertThat(this.calls.find(Base.class.getMethod("work"), Jobs.class)).isSameAs(first);
		assertThat(this.lookUps).containsExactly("jobs");
		assertThat(first.gate().admit("name")).isSameAs(Admission.UNCOUNTED);
		first.counts().record(GateOutcome.SKIPPED);
		assertThat(this.statistics.count("jobs", GateOutcome.SKIPPED)).isEqualTo(1);
		assertThat(this.statistics.count("jobs", GateOutcome.ADMITTED)).isZero();
	}

	@Test
	void oneMethodOfSeveralTypesIsToldApart() throws Exception {
		for (int i = 0; i < 2; i++) {
			assertThat(group(Jobs.class)).isEqualTo("jobs");
			assertThat(group(Reports.class)).isEqualTo("reports");
			assertThat(group(Open.class)).isNull();
		}
		assertThat(this.lookUps).containsExactly("jobs", "reports");
	}

	@Test
	void aMethodThatPassesOnItsFirstTypeIsGatedOnTheNext() throws Exception {
		assertThat(group(Open.class)).isNull();
		assertThat(group(Reports.class)).isEqualTo("reports");
		assertThat(group(Open.class)).isNull();
	}

	private @Nullable String group(Class<?> type) throws NoSuchMethodException {
		GatedCall call = this.calls.find(Base.class.getMethod("work"), type);
		return (call != null) ? call.operation().group() : null;
	}

	public static class Base {

		public void work() {
		}

	}

	@LeaderOnly(group = "jobs")
	public static class Jobs extends Base {

	}

	@LeaderOnly(group = "reports")
	public static class Reports extends Base {

	}

	public static class Open extends Base {

	}

}
