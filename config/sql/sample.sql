-- Sample data for config/gateway.yaml: plain SQL that HSQLDB and PostgreSQL both take.
-- Statements end with a semicolon at the end of a line, and no text holds one.

CREATE TABLE customer (
    id BIGINT PRIMARY KEY,
    first_name VARCHAR(100) NOT NULL,
    last_name VARCHAR(100) NOT NULL,
    born DATE
);

CREATE TABLE address (
    id BIGINT PRIMARY KEY,
    street VARCHAR(200) NOT NULL,
    postcode VARCHAR(20) NOT NULL,
    city VARCHAR(100) NOT NULL
);

CREATE TABLE contract (
    id BIGINT PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customer (id),
    address_id BIGINT NOT NULL REFERENCES address (id),
    product VARCHAR(100) NOT NULL,
    premium DECIMAL(12, 2) NOT NULL,
    last_letter DATE
);

INSERT INTO customer (id, first_name, last_name, born) VALUES
    (1, 'Ada', 'Brandt', DATE '1971-03-14'),
    (2, 'Jonas', 'Keller', DATE '1985-11-02'),
    (3, 'Mira', 'Oduya', DATE '1990-07-23'),
    (4, 'Tomas', 'Lindqvist', NULL),
    (5, 'Elena', 'Rossi', DATE '1968-01-30'),
    (6, 'Priya', 'Nair', DATE '1994-09-09'),
    (7, 'Karl', 'Weiss', DATE '1959-12-24'),
    (8, 'Noor', 'Haddad', DATE '2001-05-17'),
    (9, 'Sean', 'O''Leary', DATE '1977-08-05'),
    (10, 'Yuki', 'Tanaka', NULL);

INSERT INTO address (id, street, postcode, city) VALUES
    (1, 'Mill Lane 4', '20095', 'Hamburg'),
    (2, 'Station Road 17', '50667', 'Cologne'),
    (3, 'Harbour Street 2', '28195', 'Bremen'),
    (4, 'Elm Avenue 61', '80331', 'Munich'),
    (5, 'Market Square 1', '04109', 'Leipzig'),
    (6, 'Chapel Hill 9', '70173', 'Stuttgart'),
    (7, 'Canal Bank 33', '60311', 'Frankfurt'),
    (8, 'Orchard Way 12', '01067', 'Dresden'),
    (9, 'Bridge Street 5', '30159', 'Hanover'),
    (10, 'Garden Row 28', '90402', 'Nuremberg');

INSERT INTO contract (id, customer_id, address_id, product, premium, last_letter) VALUES
    (1001, 1, 1, 'Household', 11.90, DATE '2025-12-01'),
    (1002, 1, 1, 'Liability', 5.45, NULL),
    (1003, 2, 2, 'Household', 14.20, NULL),
    (1004, 3, 3, 'Legal', 22.75, DATE '2026-02-15'),
    (1005, 4, 4, 'Liability', 5.45, NULL),
    (1006, 5, 5, 'Travel', 8.00, NULL),
    (1007, 6, 6, 'Household', 12.60, DATE '2026-06-30'),
    (1008, 7, 7, 'Accident', 17.35, NULL),
    (1009, 8, 8, 'Travel', 8.00, NULL),
    (1010, 9, 9, 'Legal', 24.10, DATE '2026-01-10'),
    (1011, 10, 10, 'Liability', 6.15, NULL),
    (1012, 10, 10, 'Accident', 19.80, NULL);
