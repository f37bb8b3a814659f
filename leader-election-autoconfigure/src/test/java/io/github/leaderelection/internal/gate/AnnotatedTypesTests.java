package io.github.leaderelection.internal.gate;

import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;

import io.github.leaderelection.spring.LeaderOnly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AnnotatedTypes}.
 */
class AnnotatedTypesTests {

	private final AnnotatedTypes types = new AnnotatedTypes(LeaderOnly.class);

	@ParameterizedTest
	@ValueSource(classes = { OnType.class, OnMethod.class, ByAnother.class, Repeated.class, Inherits.class,
			Implements.class, ExtendsAContract.class })
	void typesThatHaveOrInheritItAreIncluded(Class<?> type) {
		assertThat(this.types.contains(type)).isTrue();
		assertThat(this.types.contains(type)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(classes = { Object.class, ArrayList.class, Runnable.class, Without.class, AnnotatedTypesTests.class })
	void othersAreNot(Class<?> type) {
		assertThat(this.types.contains(type)).isFalse();
	}

	@Test
	void typeThatIsFoundWithoutItDoesNotHideThoseThatInherit() {
		assertThat(this.types.contains(Without.class)).isFalse();
		assertThat(this.types.contains(ImplementsBeside.class)).isTrue();
	}

	@LeaderOnly
	@Retention(RetentionPolicy.RUNTIME)
	@Repeatable(Nightly.All.class)
	@interface Nightly {

		String value() default "";

		@Retention(RetentionPolicy.RUNTIME)
		@interface All {

			Nightly[] value();

		}

	}

	@LeaderOnly
	static class OnType {

	}

	static class OnMethod {

		@LeaderOnly
		private void close() {
			// says nothing
		}

	}

	static class ByAnother {

		@Nightly
		void close() {
			// says nothing
		}

	}

	static class Repeated {

		@Nightly("books")
		@Nightly("mails")
		void close() {
			// says nothing
		}

	}

	static class Inherits extends OnMethod {

	}

	interface Contract {

		@LeaderOnly
		void close();

	}

	interface Further extends Contract {

	}

	abstract static class Implements implements Contract {

	}

	abstract static class ExtendsAContract implements Runnable, Further {

	}

	static class Without {

		@Deprecated
		public void close() {
			// says nothing
		}

	}

	abstract static class ImplementsBeside extends Without implements Contract {

	}

}
