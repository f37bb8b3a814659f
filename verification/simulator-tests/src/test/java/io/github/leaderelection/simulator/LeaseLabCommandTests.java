package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.simulator.lease.StoreLab;
import io.github.leaderelection.simulator.lease.StoreLab.Figures;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseLabCommandTests {

	private final List<String> lines = new ArrayList<>();

	private int lab(String... options) {
		return LeaseLabCommand.execute(List.of(options), this.lines::add);
	}

	@Test
	void eachScenarioIsMeasuredWithAndWithoutHints() {
		assertThat(lab("--seeds", "3")).isZero();
		assertThat(this.lines).hasSize(2 + 2 * StoreLab.values().length);
		for (StoreLab scenario : StoreLab.values()) {
			assertThat(this.lines).filteredOn((line) -> line.startsWith(scenario.title() + " "))
				.hasSize(2)
				.anyMatch((line) -> line.contains(" silent "))
				.anyMatch((line) -> line.contains(" tells "));
		}
	}

	@Test
	void aCrashCostsNoMoreThanALeaseAndALookAndAStopFarLess() {
		for (long seed = 1; seed <= 10; seed++) {
			assertThat(StoreLab.CRASH.measure(seed, false).unledMillis()).isBetween(8_000.0, 11_300.0);
			assertThat(StoreLab.STOP.measure(seed, false).unledMillis()).isLessThan(1_300);
			assertThat(StoreLab.STOP.measure(seed, true).unledMillis()).isLessThan(40);
			Figures transfer = StoreLab.TRANSFER.measure(seed, true);
			assertThat(transfer.named()).isTrue();
			assertThat(transfer.unledMillis()).isLessThan(15);
			assertThat(transfer.requests()).isBetween(5.0, 20.0);
		}
	}

	@Test
	void whatIsUnknownIsRefusedWithWhatThereIs() {
		assertThat(lab("--scenario", "none")).isEqualTo(2);
		assertThat(this.lines).singleElement().asString().contains("'none'").contains("fifty-wait");
		assertThat(lab("--nodes", "3")).isEqualTo(2);
	}

}
