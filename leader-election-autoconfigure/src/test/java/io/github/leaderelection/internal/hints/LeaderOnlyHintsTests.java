package io.github.leaderelection.internal.hints;

import java.lang.reflect.Method;

import io.github.leaderelection.internal.gate.method.UngatableMethodException;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.NotLeaderException;
import org.junit.jupiter.api.Test;

import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

/**
 * Tests for {@link LeaderOnlyHints}.
 */
class LeaderOnlyHintsTests {

	private static BeanRegistrationAotContribution process(Class<?> type) {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerBeanDefinition("bean", new RootBeanDefinition(type));
		return AotServices.factories()
			.load(BeanRegistrationAotProcessor.class)
			.stream()
			.filter(LeaderOnlyHints.class::isInstance)
			.findFirst()
			.orElseThrow()
			.processAheadOfTime(RegisteredBean.of(beans, "bean"));
	}

	@Test
	void leaderOnlyMethodsAndTheirFallbacksAreKept() throws NoSuchMethodException {
		GenerationContext generation = new TestGenerationContext();
		process(Job.class).applyTo(generation, mock(BeanRegistrationCode.class));
		RuntimeHints hints = generation.getRuntimeHints();
		Method fallback = Job.class.getDeclaredMethod("insteadOf", String.class, NotLeaderException.class);
		assertThat(reflection().onMethodInvocation(Job.class.getDeclaredMethod("run", String.class))).accepts(hints);
		assertThat(reflection().onMethodInvocation(fallback)).accepts(hints);
		assertThat(reflection().onMethodInvocation(Job.class.getDeclaredMethod("ungated"))).rejects(hints);
	}

	@Test
	void nothingIsKeptOfOtherBeans() {
		assertThat(process(String.class)).isNull();
	}

	@Test
	void methodThatCannotBeGatedFailsTheProcessing() {
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> process(FinalJob.class));
	}

	@Test
	void methodThatMayThrowByTheSettingsOfTheRunIsKept() {
		assertThat(process(Count.class)).isNotNull();
	}

	static class Count {

		@LeaderOnly
		int count() {
			return 1;
		}

	}

	static class Job {

		@LeaderOnly(fallbackMethod = "insteadOf")
		String run(String name) {
			return "ran";
		}

		String insteadOf(String name, NotLeaderException refusal) {
			return "fell back: " + name;
		}

		void ungated() {
		}

	}

	static class FinalJob {

		@LeaderOnly
		final void run() {
		}

	}

}
