package io.github.leaderelection.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;

/**
 * The files of a package that know each other in a circle. Every module is asked for
 * them.
 */
public final class Circles {

	private static final int LARGEST = 5;

	private Circles() {
	}

	/**
	 * Finds packages of which too many files know each other in a circle.
	 * @param classes the classes of all packages that are looked at
	 * @return the names of the packages
	 */
	public static Set<String> tooLarge(JavaClasses classes) {
		Map<String, Set<String>> known = new HashMap<>();
		for (JavaClass type : classes) {
			Set<String> ofFile = known.computeIfAbsent(file(type), (file) -> new TreeSet<>());
			type.getDirectDependenciesFromSelf()
				.stream()
				.map((dependency) -> dependency.getTargetClass().getBaseComponentType())
				.filter((target) -> target.getPackageName().equals(type.getPackageName()))
				.forEach((target) -> ofFile.add(file(target)));
		}
		Map<String, Set<String>> reached = known.keySet()
			.stream()
			.collect(Collectors.toMap((file) -> file, (file) -> reached(file, known)));
		Set<String> tooLarge = new TreeSet<>();
		reached.forEach((file, others) -> {
			long circle = others.stream().filter((other) -> reached.get(other).contains(file)).count();
			if (circle > LARGEST) {
				tooLarge.add(file.substring(0, file.lastIndexOf('.')));
			}
		});
		return tooLarge;
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
