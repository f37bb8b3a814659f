package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;

import io.github.leaderelection.spring.LeaderOnly;
import jakarta.transaction.Transactional.TxType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TransactionalMethods}.
 */
class TransactionalMethodsTests {

	private final LeaderOnlyMethods methods = new LeaderOnlyMethods(false);

	@ParameterizedTest
	@ValueSource(classes = { JakartaApart.class, JakartaNever.class, OfReadOnlyClass.class, Isolated.class, Timed.class,
			TimedByText.class })
	void methodWhoseTransactionWouldNotBeWhatItAsksForIsRefused(Class<?> type) {
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> this.methods.hasAny(type))
			.withMessageContaining(".work() has transactional = true, but it is @Transactional(");
	}

	@Test
	void whatIsRefusedIsNamedWithItsRemedy() {
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> this.methods.hasAny(Timed.class))
			.withMessageContaining("@Transactional(timeout = 5)")
			.withMessageContaining("Omit timeout and set spring.transaction.default-timeout");
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> this.methods.hasAny(Isolated.class))
			.withMessageContaining("@Transactional(isolation = SERIALIZABLE)");
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> this.methods.hasAny(JakartaApart.class))
			.withMessageContaining("@Transactional(REQUIRES_NEW)");
	}

	@ParameterizedTest
	@ValueSource(classes = { Usual.class, JakartaUsual.class, OfUsualClass.class, SpringFirst.class })
	void methodThatTakesPartIsAllowed(Class<?> type) {
		assertThat(this.methods.hasAny(type)).isTrue();
	}

	@Test
	void classesAreAskedAsSpringAsksThem() {
		assertThat(asSpringSees(OfUsualClass.class)).isNull();
		assertThat(asSpringSees(OfReadOnlyClass.class).isReadOnly()).isTrue();
		assertThat(asSpringSees(SpringFirst.class).getPropagationBehavior())
			.isEqualTo(TransactionAttribute.PROPAGATION_REQUIRED);
	}

	private static TransactionAttribute asSpringSees(Class<?> type) {
		Method method = ReflectionUtils.findMethod(type, "work");
		return new AnnotationTransactionAttributeSource(false).getTransactionAttribute(method, type);
	}

	static class JakartaApart {

		@LeaderOnly(transactional = true)
		@jakarta.transaction.Transactional(TxType.REQUIRES_NEW)
		void work() {
		}

	}

	@jakarta.transaction.Transactional(TxType.NEVER)
	static class JakartaNever {

		@LeaderOnly(transactional = true)
		void work() {
		}

	}

	@jakarta.transaction.Transactional
	static class JakartaUsual {

		@LeaderOnly(transactional = true)
		void work() {
		}

	}

	static class SpringFirst {

		@LeaderOnly(transactional = true)
		@Transactional
		@jakarta.transaction.Transactional(TxType.NEVER)
		void work() {
		}

	}

	@Transactional(readOnly = true)
	static class ReadOnlyClass {

		@LeaderOnly(transactional = true)
		void work() {
		}

	}

	@Transactional
	static class OfReadOnlyClass extends ReadOnlyClass {

	}

	static class Usual {

		@LeaderOnly(transactional = true)
		void work() {
		}

	}

	@Transactional(readOnly = true)
	static class OfUsualClass extends Usual {

	}

	static class Isolated {

		@LeaderOnly(transactional = true)
		@Transactional(isolation = Isolation.SERIALIZABLE)
		void work() {
		}

	}

	static class Timed {

		@LeaderOnly(transactional = true)
		@Transactional(timeout = 5)
		void work() {
		}

	}

	static class TimedByText {

		@LeaderOnly(transactional = true)
		@Transactional(timeoutString = "${jobs.timeout}")
		void work() {
		}

	}

}
