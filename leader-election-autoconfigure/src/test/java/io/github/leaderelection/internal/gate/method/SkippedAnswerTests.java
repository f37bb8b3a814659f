package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SkippedAnswer}.
 */
class SkippedAnswerTests {

	@ParameterizedTest
	@ValueSource(strings = { "nothing", "text", "number", "abstractList" })
	void otherReferencesAndVoidAnswerNull(String method) {
		assertThat(answer(method)).isNull();
	}

	@Test
	void optionalsAreEmpty() {
		assertThat(answer("optional")).isEqualTo(Optional.empty());
		assertThat(answer("optionalInt")).isEqualTo(OptionalInt.empty());
	}

	@ParameterizedTest
	@ValueSource(strings = { "collection", "list", "arrayList", "set", "sortedSet", "queue", "iterable" })
	void collectionsAreEmpty(String method) {
		assertThat((Iterable<?>) answer(method)).isEmpty();
	}

	@Test
	void collectionsMayBeFilledAndAreNotShared() {
		@SuppressWarnings("unchecked")
		List<String> list = (List<String>) answer("list");
		list.add("mine");
		assertThat((List<?>) answer("list")).isEmpty();
	}

	@Test
	void mapsArraysIteratorsAndStreamsAreEmpty() {
		assertThat((Map<?, ?>) answer("map")).isEmpty();
		assertThat((String[]) answer("array")).isEmpty();
		assertThat((int[]) answer("ints")).isEmpty();
		assertThat((Iterator<?>) answer("iterator")).isExhausted();
		assertThat((Stream<?>) answer("stream")).isEmpty();
		assertThat(((IntStream) answer("intStream")).count()).isZero();
	}

	@Test
	void streamsCanBeUsedOnEveryCall() {
		var answer = SkippedAnswer.of(method("stream"), Stream.class);
		assertThat((Stream<?>) answer.get()).isEmpty();
		assertThat((Stream<?>) answer.get()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "stage", "completable", "future" })
	void futuresAreComplete(String method) {
		assertThat((Future<?>) answer(method)).isDone();
	}

	@ParameterizedTest
	@ValueSource(strings = { "flag", "count" })
	void primitivesAreRefused(String method) {
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> answer(method))
			.withMessageContaining("Methods." + method + "()")
			.withMessageContaining("onFollower = THROW");
	}

	private static Object answer(String method) {
		Method found = method(method);
		return SkippedAnswer.of(found, found.getReturnType()).get();
	}

	private static Method method(String name) {
		return Arrays.stream(Methods.class.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	interface Methods {

		void nothing();

		String text();

		Integer number();

		java.util.AbstractList<String> abstractList();

		Optional<String> optional();

		OptionalInt optionalInt();

		Collection<String> collection();

		List<String> list();

		ArrayList<String> arrayList();

		Set<String> set();

		SortedSet<String> sortedSet();

		Queue<String> queue();

		Iterable<String> iterable();

		Map<String, String> map();

		String[] array();

		int[] ints();

		Iterator<String> iterator();

		Stream<String> stream();

		IntStream intStream();

		CompletionStage<String> stage();

		CompletableFuture<String> completable();

		Future<String> future();

		boolean flag();

		long count();

	}

}
