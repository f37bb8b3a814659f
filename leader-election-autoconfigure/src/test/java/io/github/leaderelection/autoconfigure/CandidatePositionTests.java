package io.github.leaderelection.autoconfigure;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the application's {@link CandidatePosition}.
 */
@ExtendWith(OutputCaptureExtension.class)
class CandidatePositionTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withPropertyValues("leader-election.algorithm=raft");

	@Test
	void theNodeTakesTheApplicationsBean() {
		Journal journal = new Journal();
		this.runner.withBean(Journal.class, () -> journal).withUserConfiguration(Example.class).run((context) -> {
			Standalone.awaitLeader(context);
			assertThat(journal.used).isTrue();
			assertThat(context.getBean(CandidatePosition.class).current()).isEqualTo(new Position(3, 17));
		});
	}

	@Test
	void withoutOneEveryMemberCountsAsEquallyFarAndALineSaysSo(CapturedOutput output) {
		this.runner.run((context) -> {
			assertThat(Standalone.awaitLeader(context).isLeader()).isTrue();
			assertThat(output.getOut().lines().filter((line) -> line.contains("there is no CandidatePosition")))
				.singleElement()
				.asString()
				.contains("'raft'", "all positions count as equal", "'quorum'");
		});
	}

	@Test
	void whereNobodyAsksForOneNothingIsSaid(CapturedOutput output) {
		Standalone.runner().run((context) -> {
			assertThat(Standalone.awaitLeader(context).isLeader()).isTrue();
			assertThat(output.getOut()).doesNotContain("CandidatePosition");
		});
		this.runner.withBean(CandidatePosition.class, () -> () -> Position.NONE).run((context) -> {
			assertThat(Standalone.awaitLeader(context).isLeader()).isTrue();
			assertThat(output.getOut()).doesNotContain("CandidatePosition");
		});
	}

	@Test
	void oneOfTwoIsNotChosenByChance() {
		this.runner.withBean("one", CandidatePosition.class, () -> () -> Position.NONE)
			.withBean("other", CandidatePosition.class, () -> () -> Position.NONE)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasRootCauseInstanceOf(NoUniqueBeanDefinitionException.class));
	}

	/**
	 * As in the guide, but made only if somebody asks for it.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Example {

		@Bean
		@Lazy
		CandidatePosition candidatePosition(Journal journal) {
			journal.used = true;
			return () -> new Position(journal.newestToken(), journal.newestNumber());
		}

	}

	/**
	 * What an application keeps.
	 */
	static class Journal {

		private boolean used;

		long newestToken() {
			return 3;
		}

		long newestNumber() {
			return 17;
		}

	}

}
