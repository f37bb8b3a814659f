package io.github.leaderelection;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.leaderelection.internal.Circles;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who may know whom of what belongs to a database.
 */
@AnalyzeClasses(packages = ArchitectureTests.ROOT,
		importOptions = { ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class })
class ArchitectureTests {

	static final String ROOT = "io.github.leaderelection";

	private static final String INTERNAL = ROOT + ".internal";

	private static final String JDBC = ROOT + ".jdbc";

	private static final String SPI = ROOT + ".spi";

	private static final String STORE = INTERNAL + ".store.jdbc";

	private static final String TRANSACTION = STORE + ".transaction";

	@ArchTest
	static final ArchRule guardInADatabaseKnowsOnlyItsContract = knowsOnly(JDBC, ROOT, ROOT + ".fencing");

	@ArchTest
	static final ArchRule storeInADatabaseKnowsOnlyItsPortAndTheDialects = knowsOnly(STORE, ROOT, SPI, JDBC,
			INTERNAL + ".store.lease", INTERNAL + ".text");

	@ArchTest
	static final ArchRule transactionsOfTheLeaderKnowOnlyTheGateAndTheStore = knowsOnly(TRANSACTION, ROOT,
			ROOT + ".spring", SPI, INTERNAL + ".gate.method", INTERNAL + ".gate.transaction", STORE);

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

	@ArchTest
	static void fewFilesOfAPackageKnowEachOtherInACircle(JavaClasses classes) {
		assertThat(classes.contain(STORE + ".JdbcLeaseStore")).isTrue();
		assertThat(Circles.tooLarge(classes)).isEmpty();
	}

	/** Of this library: of others a package may know what it likes. */
	private static ArchRule knowsOnly(String of, String... packages) {
		DescribedPredicate<JavaClass> known = resideInAPackage(of);
		for (String each : packages) {
			known = known.or(resideInAPackage(each));
		}
		return noClasses().that()
			.resideInAPackage(of)
			.should()
			.dependOnClassesThat(resideInAPackage(ROOT + "..").and(DescribedPredicate.not(known)));
	}

}
