package io.github.leaderelection.internal.quorum;

import java.util.Set;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.github.leaderelection.internal.quorum.state.Peer;
import io.github.leaderelection.internal.quorum.state.StatePart;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;

/**
 * Each field of the state has one writer: what answers a changed part of it is called
 * from one class. The parts themselves are left out.
 */
@AnalyzeClasses(packages = "io.github.leaderelection.internal.quorum",
		importOptions = ImportOption.DoNotIncludeTests.class)
class OneWriterTests {

	@ArchTest
	static final ArchRule eachFieldHasOneWriter = codeUnits().that()
		.areDeclaredInClassesThat(assignableTo(StatePart.class).or(assignableTo(Peer.class)))
		.should(beCalledFromOneClassIfTheyChangeThePart());

	private static ArchCondition<JavaCodeUnit> beCalledFromOneClassIfTheyChangeThePart() {
		return new ArchCondition<>("be called from one class if they change the part") {

			@Override
			public void check(JavaCodeUnit unit, ConditionEvents events) {
				JavaClass part = unit.getOwner();
				if (unit.isConstructor() || unit.getRawReturnType().equals(part)) {
					Set<JavaClass> writers = unit.getAccessesToSelf()
						.stream()
						.map((access) -> topLevel(access.getOriginOwner()))
						.filter((owner) -> !owner.equals(part) && !owner.isEquivalentTo(QuorumState.class))
						.collect(Collectors.toSet());
					events.add(new SimpleConditionEvent(unit, writers.size() <= 1,
							unit.getFullName() + " is called from " + writers));
				}
			}

		};
	}

	private static JavaClass topLevel(JavaClass type) {
		return type.getEnclosingClass().map(OneWriterTests::topLevel).orElse(type);
	}

}
