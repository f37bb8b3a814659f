package io.github.leaderelection;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How much stands in one package, and how much of it hangs together.
 */
@AnalyzeClasses(packages = ArchitectureTests.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTests {

	private static final int MOST_FILES = 20;

	private static final int LARGEST_CIRCLE = 5;

	/** The API is one package for its users. */
	private static final Set<String> API = Set.of(ArchitectureTests.ROOT);

	private static final Set<String> TO_BE_DIVIDED = Set.of(ArchitectureTests.ROOT + ".internal.quorum");

	@ArchTest
	static void noPackageHasMoreThanTwentyFiles(JavaClasses classes) {
		Map<String, Long> files = classes.stream()
			.filter(JavaClass::isTopLevelClass)
			.collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
		files.keySet().removeAll(API);
		files.keySet().removeAll(TO_BE_DIVIDED);
		assertThat(files).isNotEmpty().allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(MOST_FILES));
	}

	@ArchTest
	static void noMoreThanFiveFilesOfOnePackageKnowEachOther(JavaClasses classes) {
		Map<String, Set<String>> known = new HashMap<>();
		for (JavaClass type : classes) {
			if (!API.contains(type.getPackageName()) && !TO_BE_DIVIDED.contains(type.getPackageName())) {
				type.getDirectDependenciesFromSelf()
					.stream()
					.map((dependency) -> dependency.getTargetClass().getBaseComponentType())
					.filter((target) -> target.getPackageName().equals(type.getPackageName()))
					.forEach(
							(target) -> known.computeIfAbsent(file(type), (file) -> new TreeSet<>()).add(file(target)));
			}
		}
		Map<String, Set<String>> reached = new HashMap<>();
		known.keySet().forEach((file) -> reached.put(file, reached(file, known)));
		assertThat(known.keySet()).allSatisfy((file) -> {
			Set<String> circle = new TreeSet<>(reached.get(file));
			circle.removeIf((other) -> !reached.getOrDefault(other, Set.of()).contains(file));
			assertThat(circle).hasSizeLessThanOrEqualTo(LARGEST_CIRCLE);
		});
	}

	private static Set<String> reached(String from, Map<String, Set<String>> known) {
		Set<String> reached = new HashSet<>();
		Deque<String> open = new ArrayDeque<>(known.get(from));
		while (!open.isEmpty()) {
			String next = open.pop();
			if (reached.add(next)) {
				open.addAll(known.getOrDefault(next, Set.of()));
			}
		}
		return reached;
	}

	private static String file(JavaClass type) {
		JavaClass top = type;
		while (top.getEnclosingClass().isPresent()) {
			top = top.getEnclosingClass().get();
		}
		return top.getName();
	}

}
